/* What PTX instructions do to memory and between threads, after NVIDIA's "PTX ISA", chapter 9.7. */
#include "gpu/ptx_rewrite.h"

#include <string.h>

static bool base_is(const struct ptx_module *module, uint32_t opcode, const char *base)
{
    const struct ptx_token *t = ptx_token(module, opcode);
    const size_t length = strlen(base);
    const char *text = module->text + t->offset;
    return t->length >= length && memcmp(text, base, length) == 0 &&
           (t->length == length || text[length] == '.');
}

bool ptx_is_call(const struct ptx_module *module, uint32_t opcode)
{
    return base_is(module, opcode, "call");
}

bool ptx_is_return(const struct ptx_module *module, uint32_t opcode)
{
    return base_is(module, opcode, "ret");
}

static uint32_t width_of(const struct ptx_module *module, uint32_t opcode)
{
    const struct ptx_token *t = ptx_token(module, opcode);
    const char *at = module->text + t->offset, *end = at + t->length;
    uint32_t bytes = 0, vector = 1;
    while (at < end) {
        const char *dot = memchr(at, '.', (size_t)(end - at));
        const char *stop = dot ? dot : end;
        const size_t length = (size_t)(stop - at);
        if (ptx_type_bytes(at, length))
            bytes = ptx_type_bytes(at, length);
        else if (length == 2 && at[0] == 'v' && (at[1] == '2' || at[1] == '4' || at[1] == '8'))
            vector = (uint32_t)(at[1] - '0');
        at = stop + 1;
    }
    return bytes * vector <= 32 ? bytes * vector : 0;
}

/* ".v4.f32" of "ld.shared.v4.f32"; "" where st has no such form or a lane has more than 16 bytes.
 */
static void store_form(const struct ptx_module *module, uint32_t opcode, uint32_t width,
                       char form[16])
{
    const struct ptx_token *t = ptx_token(module, opcode);
    const char *at = module->text + t->offset, *end = at + t->length;
    size_t used = 0;
    form[0] = '\0';
    if (width == 0 || width > 16) return;
    for (const char *dot = memchr(at, '.', t->length); dot;) {
        const char *next = memchr(dot + 1, '.', (size_t)(end - dot - 1));
        const size_t length = (size_t)((next ? next : end) - dot);
        const bool vector = length == 3 && dot[1] == 'v' && dot[2] >= '2' && dot[2] <= '8';
        if (ptx_type_bytes(dot + 1, length - 1) > 8) { /* .b128 */
            used = 0;
            break;
        }
        if ((vector || ptx_type_bytes(dot + 1, length - 1)) && used + length < 16) {
            memcpy(form + used, dot, length);
            used += length;
        }
        dot = next;
    }
    form[used] = '\0';
}

static enum ptx_space space_of(const struct ptx_module *module, uint32_t opcode)
{
    static const struct {
        const char *part;
        enum ptx_space space;
    } spaces[] = {{"shared", PTX_SHARED},
                  {"shared::cta", PTX_SHARED},
                  {"global", PTX_GLOBAL},
                  {"const", PTX_CONST},
                  {"local", PTX_LOCAL},
                  {"param", PTX_PARAM},
                  {"param::entry", PTX_PARAM},
                  {"param::func", PTX_PARAM},
                  {"shared::cluster", PTX_OTHER_SPACE}};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (ptx_has_part(module, opcode, spaces[i].part)) return spaces[i].space;
    return PTX_GENERIC;
}

static bool is_address(const struct ptx_module *module, const struct ptx_statement *statement,
                       uint32_t operand)
{
    return operand < statement->operand_count && statement->operands[operand].count >= 3 &&
           ptx_is(module, statement->operands[operand].first, "[");
}

/* Which atomics' values are kept: what they leave can be computed from what they return. */
static void find_update(const struct ptx_module *module, const struct ptx_statement *statement,
                        struct ptx_access *access)
{
    static const char *const names[] = {
        [PTX_ADD] = "add",       [PTX_MIN] = "min",     [PTX_MAX] = "max",
        [PTX_AND] = "and",       [PTX_OR] = "or",       [PTX_XOR] = "xor",
        [PTX_EXCHANGE] = "exch", [PTX_COMPARE] = "cas", [PTX_INCREMENT] = "inc",
        [PTX_DECREMENT] = "dec"};
    const bool shared = access->space == PTX_SHARED || access->space == PTX_GENERIC;
    const uint32_t operands = access->operand + (access->compares ? 3 : 2);
    static const char *const halves[] = {"f16", "f16x2", "bf16", "bf16x2"};
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++)
        if (ptx_has_part(module, statement->opcode, halves[i])) return;
    if (!shared || access->width > 8 || access->operand > 1 || statement->operand_count != operands)
        return;
    for (size_t i = PTX_ADD; i < sizeof names / sizeof *names; i++)
        if (ptx_has_part(module, statement->opcode, names[i])) access->update = (enum ptx_update)i;
    if (access->update == PTX_NO_UPDATE) return;
    access->value = operands - 1;
    store_form(module, statement->opcode, access->width, access->stored);
    if (access->stored[0] == '.' && strchr(access->stored + 1, '.')) access->stored[0] = '\0';
}

static enum ptx_class classify_access(const struct ptx_module *module,
                                      const struct ptx_statement *statement, enum trace_kind kind,
                                      struct ptx_access *access)
{
    static const char *const strong[] = {"volatile", "relaxed", "acquire",
                                         "release",  "acq_rel", "mmio"};
    access->kind = kind;
    access->space = space_of(module, statement->opcode);
    access->width = width_of(module, statement->opcode);
    for (size_t i = 0; i < sizeof strong / sizeof *strong; i++)
        if (ptx_has_part(module, statement->opcode, strong[i])) access->strong = true;
    const bool both = ptx_has_part(module, statement->opcode, "acq_rel");
    access->releases = both || ptx_has_part(module, statement->opcode, "release");
    access->acquires = both || ptx_has_part(module, statement->opcode, "acquire");
    access->near = ptx_has_part(module, statement->opcode, "cta");
    /* What cuda::atomic stores is atomic, whatever its order: the emulator says so too. */
    if (kind == TRACE_STORE &&
        (access->releases || ptx_has_part(module, statement->opcode, "relaxed")))
        access->kind = TRACE_ATOMIC;
    access->compares = kind == TRACE_ATOMIC && ptx_has_part(module, statement->opcode, "cas");
    while (access->operand < statement->operand_count &&
           !is_address(module, statement, access->operand))
        access->operand++;
    if (access->space == PTX_LOCAL || access->space == PTX_PARAM) return PTX_PLAIN;
    if ((kind == TRACE_LOAD || kind == TRACE_STORE) &&
        (access->space == PTX_SHARED || access->space == PTX_GENERIC) &&
        statement->operand_count == 2) {
        access->value = access->operand == 0 ? 1 : 0;
        store_form(module, statement->opcode, access->width, access->stored);
    }
    if (kind == TRACE_ATOMIC) find_update(module, statement, access);
    const bool known = access->space != PTX_OTHER_SPACE && access->width != 0 &&
                       is_address(module, statement, access->operand) &&
                       !ptx_has_part(module, statement->opcode, "async") &&
                       !ptx_has_part(module, statement->opcode, "bulk");
    return known ? PTX_ACCESS : PTX_UNKNOWN;
}

/* mbarrier.arrive state, [addr]   mbarrier.test_wait p, [addr], state   mbarrier.init [addr], count
 * cp.async.mbarrier.arrive [addr] */
static enum ptx_class classify_phase(const struct ptx_module *module,
                                     const struct ptx_statement *statement,
                                     struct ptx_access *access)
{
    const uint32_t opcode = statement->opcode;
    const bool waits =
        ptx_has_part(module, opcode, "test_wait") || ptx_has_part(module, opcode, "try_wait");
    access->begins = ptx_has_part(module, opcode, "init");
    if (!waits && !access->begins && !ptx_has_part(module, opcode, "arrive") &&
        !ptx_has_part(module, opcode, "arrive_drop"))
        return PTX_PLAIN; /* inval, expect_tx, complete_tx, pending_count: nobody meets there */
    if (waits && ptx_has_part(module, opcode, "relaxed")) return PTX_PLAIN; /* orders nothing */
    access->kind = waits ? TRACE_WAIT : TRACE_ARRIVE;
    access->space = space_of(module, opcode);
    while (access->operand < statement->operand_count &&
           !is_address(module, statement, access->operand))
        access->operand++;
    return access->space == PTX_OTHER_SPACE || access->operand == statement->operand_count ||
                   (waits && access->operand != 1)
               ? PTX_UNKNOWN
               : PTX_PHASE;
}

/* What is said of a thread's batches of copies; 0: nothing. */
static uint32_t copy_event(const struct ptx_module *module, const struct ptx_statement *statement)
{
    const uint32_t opcode = statement->opcode;
    uint32_t left = 0;
    if (ptx_has_part(module, opcode, "bulk")) return 0;
    if (ptx_has_part(module, opcode, "commit_group")) return TRACE_COPY_COMMIT;
    if (ptx_has_part(module, opcode, "wait_all")) return TRACE_COPY_WAIT_ALL;
    if (!ptx_has_part(module, opcode, "wait_group") || statement->operand_count == 0) return 0;
    const struct ptx_token *t = ptx_token(module, statement->operands[0].first);
    for (uint32_t i = 0; i < t->length && left < 1000; i++) {
        const char c = module->text[t->offset + i];
        if (c < '0' || c > '9') return 0; /* no number: nothing is known */
        left = left * 10 + (uint32_t)(c - '0');
    }
    return TRACE_COPY_WAIT | left << 8;
}

/* cp.async.ca.shared.global [to], [from], bytes */
static enum ptx_class classify_copy(const struct ptx_module *module,
                                    const struct ptx_statement *statement,
                                    struct ptx_access *access)
{
    static const char *const waits[] = {"commit_group", "wait_group", "wait_all"};
    if (ptx_has_part(module, statement->opcode, "mbarrier")) {
        access->copy = TRACE_COPY_ARRIVE;
        return classify_phase(module, statement, access);
    }
    access->copy = copy_event(module, statement);
    if (access->copy) return PTX_COPY;
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
        if (ptx_has_part(module, statement->opcode, waits[i])) return PTX_PLAIN;
    static const char *const sizes[] = {"4", "8", "16"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (statement->operand_count > 2 && ptx_is(module, statement->operands[2].first, sizes[i]))
            access->width = 4u << i;
    if (!ptx_has_part(module, statement->opcode, "async") ||
        ptx_has_part(module, statement->opcode, "bulk") || access->width == 0 ||
        !is_address(module, statement, 0) || !is_address(module, statement, 1) ||
        ptx_has_part(module, statement->opcode, "shared::cluster"))
        return PTX_UNKNOWN;
    access->kind = TRACE_LOAD;
    access->space = PTX_GLOBAL;
    access->operand = 1;
    access->kind_too = TRACE_STORE;
    access->operand_too = 0;
    return PTX_ACCESS;
}

/* bar.sync a[, b]   bar.arrive a, b   bar.red.op.u32 d, a[, b], c   bar.warp.sync mask   barrier.…
 * likewise */
static enum ptx_class classify_barrier(const struct ptx_module *module,
                                       const struct ptx_statement *statement,
                                       struct ptx_access *access)
{
    if (ptx_has_part(module, statement->opcode, "warp")) {
        access->kind = TRACE_WARP_SYNC;
        return PTX_WARP;
    }
    if (ptx_has_part(module, statement->opcode, "cluster")) return PTX_UNKNOWN;
    const bool arrives = ptx_has_part(module, statement->opcode, "arrive");
    const bool reduces = ptx_has_part(module, statement->opcode, "red");
    const uint32_t first = reduces ? 1 : 0;
    const uint32_t fixed = reduces ? 3 : 1;
    if (statement->operand_count <= first) return PTX_UNKNOWN;
    access->kind = arrives ? TRACE_ARRIVE : TRACE_BARRIER;
    access->operand = first;
    access->operand_too = statement->operand_count > fixed ? first + 1 : 0;
    return PTX_BARRIER;
}

static enum ptx_class classify_warp(const struct ptx_module *module,
                                    const struct ptx_statement *statement, enum trace_kind kind,
                                    struct ptx_access *access)
{
    static const char *const modes[] = {
        [PROBE_UP] = "up", [PROBE_DOWN] = "down", [PROBE_XOR] = "bfly", [PROBE_INDEX] = "idx"};
    access->kind = kind;
    access->operand = statement->operand_count - 1;
    if (!ptx_has_part(module, statement->opcode, "sync"))
        return PTX_UNKNOWN; /* the forms before Volta */
    if (kind != TRACE_SHUFFLE) return statement->operand_count ? PTX_WARP : PTX_UNKNOWN;
    access->width = 4;
    if (statement->operand_count != 5) return PTX_UNKNOWN;
    for (uint32_t i = 0; i < 4; i++)
        if (ptx_has_part(module, statement->opcode, modes[i]))
            access->shuffle = (enum probe_shuffle)i;
    return PTX_WARP;
}

enum ptx_class ptx_classify(const struct ptx_module *module, const struct ptx_statement *statement,
                            struct ptx_access *access)
{
    static const char *const unknown[] = {"ldmatrix", "stmatrix", "movmatrix", "wmma",     "wgmma",
                                          "tex",      "tld4",     "suld",      "sust",     "sured",
                                          "suq",      "tcgen05",  "multimem",  "tensormap"};
    const uint32_t opcode = statement->opcode;
    *access = (struct ptx_access){0};
    if (base_is(module, opcode, "ld") || base_is(module, opcode, "ldu"))
        return classify_access(module, statement, TRACE_LOAD, access);
    if (base_is(module, opcode, "st"))
        return classify_access(module, statement, TRACE_STORE, access);
    if (base_is(module, opcode, "atom") || base_is(module, opcode, "red"))
        return classify_access(module, statement, TRACE_ATOMIC, access);
    if (base_is(module, opcode, "cp")) return classify_copy(module, statement, access);
    if (base_is(module, opcode, "bar") || base_is(module, opcode, "barrier"))
        return classify_barrier(module, statement, access);
    if (base_is(module, opcode, "mbarrier")) return classify_phase(module, statement, access);
    if (base_is(module, opcode, "shfl"))
        return classify_warp(module, statement, TRACE_SHUFFLE, access);
    if (base_is(module, opcode, "vote") || base_is(module, opcode, "match") ||
        base_is(module, opcode, "redux") || base_is(module, opcode, "elect"))
        return classify_warp(module, statement, TRACE_VOTE, access);
    if (base_is(module, opcode, "membar") || base_is(module, opcode, "fence")) {
        access->kind = TRACE_FENCE;
        access->near = ptx_has_part(module, opcode, "cta");
        return ptx_has_part(module, opcode, "proxy") ||
                       ptx_has_part(module, opcode, "mbarrier_init")
                   ? PTX_PLAIN
                   : PTX_WARP;
    }
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (base_is(module, opcode, unknown[i]))
            return ptx_has_part(module, opcode, "mma") ? PTX_PLAIN : PTX_UNKNOWN;
    return PTX_PLAIN;
}
