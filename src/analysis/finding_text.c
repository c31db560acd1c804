#include "analysis/finding_text.h"

#include "analysis/words.h"
#include "base/i18n.h"
#include "trace/member.h"

/* ---- Names --------------------------------------------------------------------------------- */

const char *finding_object_name(const struct trace *trace, const struct trace_launch *launch,
                                enum trace_space space, uint32_t object, int64_t slot)
{
    const char *name;
    if (space == TRACE_SHARED) {
        name = launch->arrays[object].name;
    } else { /* the index is the allocation's: a parameter that points elsewhere has other ones */
        int64_t at = slot * race_element_bytes(trace, launch, space, object);
        name = trace_place_start(launch, object, at) ? trace->allocations[object].name : "";
        if (!*name) name = trace_place_name(trace, launch, object, at);
    }
    if (name && *name) return name;
    return space == TRACE_SHARED ? _("shared memory") : _("global memory");
}

static const char *array_slot(struct arena *arena, const struct trace_array *array, int64_t slot)
{
    if (array->dim_count < 2 || slot < 0 || slot >= array->count)
        return arena_printf(arena, "%s[%lld]", array->name, (long long)slot);
    uint64_t rest = (uint64_t)slot, index[TRACE_MAX_DIMS];
    for (uint32_t d = array->dim_count; d-- > 0;) {
        uint32_t n = array->dims[d] ? array->dims[d] : 1;
        index[d] = d ? rest % n : rest;
        rest /= n;
    }
    const char *text = array->name;
    for (uint32_t d = 0; d < array->dim_count; d++)
        text = arena_printf(arena, "%s[%llu]", text, (unsigned long long)index[d]);
    return text;
}

const char *finding_slot_name(struct arena *arena, const struct trace *trace,
                              const struct trace_launch *launch, enum trace_space space,
                              uint32_t object, int64_t slot)
{
    if (space == TRACE_SHARED) {
        const struct trace_array *array = &launch->arrays[object];
        if (!array->dim_count && !slot) return array->name;
        return array_slot(arena, array, slot);
    }
    const char *name = finding_object_name(trace, launch, space, object, slot);
    if (!slot && trace_allocation_is_scalar(trace, launch, object)) return name;
    return arena_printf(arena, "%s[%lld]", name, (long long)slot);
}

static const char *indices(struct arena *arena, const uint32_t dims[3], const char *word,
                           uint32_t linear)
{
    uint32_t x = dims[0] ? linear % dims[0] : linear, rest = dims[0] ? linear / dims[0] : 0;
    uint32_t y = dims[1] ? rest % dims[1] : 0, z = dims[1] ? rest / dims[1] : 0;
    if (dims[2] > 1) return arena_printf(arena, "%s (%u,%u,%u)", word, x, y, z);
    if (dims[1] > 1) return arena_printf(arena, "%s (%u,%u)", word, x, y);
    return arena_printf(arena, "%s %u", word, linear);
}

const char *finding_thread(struct arena *arena, const struct trace_launch *launch, uint32_t thread)
{
    return indices(arena, launch->block, _("thread"), thread);
}

const char *finding_block(struct arena *arena, const struct trace_launch *launch, uint32_t block)
{
    return indices(arena, launch->grid, _("block"), block);
}

/* ---- Slots ----------------------------------------------------------------------------------- */

/* With the member of a struct, where the bytes are of one. */
static const char *fault_slot(struct arena *arena, const struct trace *trace,
                              const struct trace_launch *launch, const struct slot_fault *f,
                              int64_t slot)
{
    char member[64] = "";
    const char *name = finding_slot_name(arena, trace, launch, f->space, f->object, slot);
    if (f->space == TRACE_SHARED && f->bytes)
        trace_member_path(trace->types, trace->type_count, launch->arrays[f->object].type, f->byte,
                          f->byte + f->bytes, member, sizeof member);
    return *member ? arena_printf(arena, "%s%s", name, member) : name;
}

/* "s[2], s[5]": the few that are not named first. */
static const char *other_slots(struct arena *arena, const struct trace *trace,
                               const struct trace_launch *launch, const struct slot_fault *f)
{
    const char *list = "";
    for (uint64_t i = 0; i < f->slots; i++)
        if (f->some[i] != f->slot)
            list = arena_printf(
                arena, "%s%s%s", list, *list ? ", " : "",
                finding_slot_name(arena, trace, launch, f->space, f->object, f->some[i]));
    return list;
}

static const char *slots_also(struct arena *arena, const struct trace *trace,
                              const struct trace_launch *launch, const struct slot_fault *f)
{
    const char *blocks = f->blocks > 1 ? arena_printf(arena, _(", in %u blocks"), f->blocks) : "";
    if (f->low == f->high)
        return f->blocks > 1 ? arena_printf(arena, _("The same in %u blocks."), f->blocks) : "";
    if (f->slots <= SLOTS_SOME)
        return arena_printf(arena, _("Also %s%s."), other_slots(arena, trace, launch, f), blocks);
    const char *low = finding_slot_name(arena, trace, launch, f->space, f->object, f->low);
    const char *high = finding_slot_name(arena, trace, launch, f->space, f->object, f->high);
    if (f->slots == (uint64_t)(f->high - f->low) + 1 || f->slots == SLOTS_COUNTED)
        return arena_printf(arena, _("Also from %s to %s%s."), low, high, blocks);
    return arena_printf(arena, _("Also %llu others between %s and %s%s."),
                        (unsigned long long)f->slots - 1, low, high, blocks);
}

const char *finding_proof_words(struct arena *arena, const struct finding_proof *proof)
{
    switch (proof->run) {
    case FINDING_SAME:
        return _("Run again with other values in place of what is unset, the program printed the "
                 "same and got the "
                 "same from the device: no result depends on the value.");
    case FINDING_UNSTEADY:
        return _("What the program prints or gets from the device is something else in every run, "
                 "so whether the value matters cannot be told.");
    case FINDING_OTHER:
        if (!proof->line)
            return _("Run again with other values in place of what is unset, the program did or "
                     "printed something "
                     "else.");
        return arena_printf(
            arena,
            _("Run again with other values in place of what is unset, the program got other values "
              "from the device in line %u."),
            proof->line);
    default:
        return "";
    }
}

static void describe_unset(struct arena *arena, const char *slot, const char *where, bool one,
                           const struct finding_proof *proof, struct finding *finding)
{
    const char *words = finding_proof_words(arena, proof);
    finding->headline =
        arena_printf(arena, _("read of %s, which nobody has written: %s"), slot, where);
    finding->because =
        *words ? arena_printf(arena, _("Shared memory does not start at 0. %s"), words)
               : _("Shared memory does not start at 0: it holds whatever was there before.");
    finding->advice =
        one ? _("write it first, by one thread, and put a __syncthreads() before others use it.")
            : _("write the slot first, by every thread, also those that have no element of "
                "the data, and put a __syncthreads() before others read it.");
}

static void describe_unread(struct arena *arena, const struct trace *trace,
                            const struct trace_launch *launch, const struct slot_fault *f,
                            const char *slot, const char *where, struct finding *finding)
{
    uint32_t threads = trace_threads(launch), above = 1;
    while (above < threads)
        above *= 2;
    finding->headline =
        arena_printf(arena, _("%s is written and never read again: %s"), slot, where);
    if (slots_never_read(trace, launch, f->object)) {
        finding->because = arena_printf(arena, _("No thread reads anything of %s in this launch."),
                                        launch->arrays[f->object].name);
        finding->advice = _("see whether another array is read where this one was meant; if it is "
                            "not needed, leave it out.");
        return;
    }
    finding->because = _("What went into it is lost: it reaches no value that is read later.");
    if (f->filled)
        finding->because = arena_printf(
            arena, _("No thread reads this slot of %s at any time, only others of it."),
            launch->arrays[f->object].name);
    if (f->filled)
        finding->advice = _("look whether a loop stops too early or an index never comes to this "
                            "slot; if nobody needs it, leave the store out.");
    else if (threads & (threads - 1))
        finding->advice = arena_printf(
            arena,
            _("%u threads are not a power of two: if a loop halves them, a slot is left "
              "over. Then use a power of two; or begin at %u, as for %u threads, and "
              "add only where the other slot exists. Without such a loop look "
              "whether an index skips this slot."),
            threads, above / 2, above);
    else
        finding->advice = _("look whether a loop stops too early or skips this slot.");
}

static void describe_outside(struct arena *arena, const struct trace *trace,
                             const struct trace_launch *launch, const struct slot_fault *f,
                             const char *slot, const char *where, struct finding *finding)
{
    uint64_t bytes = f->space == TRACE_SHARED ? launch->arrays[f->object].bytes
                                              : trace->allocations[f->object].bytes;
    uint64_t count = bytes / race_element_bytes(trace, launch, f->space, f->object);
    finding->headline = arena_printf(arena, _("index outside %s: %s; valid are 0 to %llu"), slot,
                                     where, (unsigned long long)(count ? count - 1 : 0));
    finding->because = _("What lies there belongs to something else, or to nothing.");
    finding->advice = finding_advice(TRACE_OUT_OF_BOUNDS);
}

void finding_describe_slots(struct arena *arena, const struct trace *trace,
                            const struct trace_launch *launch, const struct slot_fault *f,
                            const struct finding_proof *proof, struct finding *finding)
{
    const struct trace_site *site = &trace->sites[f->site];
    const char *slot = fault_slot(arena, trace, launch, f, f->slot);
    const char *thread = finding_thread(arena, launch, f->thread);
    const char *where = arena_printf(arena, _("%s %s it (line %u) in round %u, %s"), thread,
                                     f->is_write ? _("writes") : _("reads"), site->line, f->round,
                                     finding_block(arena, launch, launch->blocks[f->block].index));
    if (f->fault == TRACE_UNINITIALISED_READ)
        describe_unset(arena, slot, where,
                       f->space == TRACE_SHARED && launch->arrays[f->object].count == 1, proof,
                       finding);
    else if (f->fault == TRACE_UNREAD_SLOT)
        describe_unread(arena, trace, launch, f, slot, where, finding);
    else
        describe_outside(arena, trace, launch, f, slot, where, finding);
    finding->also = slots_also(arena, trace, launch, f);
    finding->marks[0] = (struct finding_mark){site->source, site->line, site->column, thread};
    finding->mark_count = 1;
}

/* ---- What to do -------------------------------------------------------------------------- */

const char *finding_advice(enum trace_fault fault)
{
    static const char *const advice[TRACE_FAULT_COUNT] = {
        [TRACE_OUT_OF_BOUNDS] = N_("check the index against the number of elements before the "
                                   "access, and the size that was allocated or declared."),
        [TRACE_UNINITIALISED_READ] = N_("write it first."),
        [TRACE_DIVERGENT_BARRIER] = N_("end the branch before the __syncthreads(), and begin it "
                                       "again behind it where more of it follows, so that every "
                                       "thread of the block reaches it equally often."),
        [TRACE_DEADLOCK] = N_("look for threads that wait for something that only a thread behind "
                              "them can do."),
        [TRACE_TIMEOUT] = N_("look for a loop that never ends; if the program is only slow, give "
                             "it more time with --timeout, or less data."),
        [TRACE_CRASH] = N_("check pointers and indices in the host code too: a device pointer "
                           "cannot be used on the host, nor a host pointer in a kernel."),
        [TRACE_LAUNCH_ERROR] = N_("check the launch's sizes, and call cudaGetLastError() after "
                                  "each launch: a refused kernel does not run at all."),
        [TRACE_INTEGER_OVERFLOW] = N_("use a larger type, such as long long."),
        [TRACE_STACK_OVERFLOW] = N_("use smaller local arrays or less recursion."),
        [TRACE_MISALIGNED] =
            N_("read and write such values only at addresses that are multiples of "
               "their size: an int4 or float4 wants 16 bytes, so only every "
               "fourth int or float of an array will do."),
        [TRACE_ASSERTION] = N_("see why the condition does not hold."),
        [TRACE_LIMIT] = N_("choose what is recorded: --launches, --blocks, --max-accesses."),
    };
    return advice[fault] ? _(advice[fault]) : "";
}
