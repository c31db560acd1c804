/* merge.cpp - lanes' logs become warp requests, as a SIMT machine would have made them.
 *
 * Each lane ran alone; here all lanes of the warp are walked again together: of the lanes that
 * still have entries those in the deepest call go first, among them those at the lowest program
 * counter, and all that stand there (in the same chain of calls) advance together. Basic blocks
 * count as places, so that a lane that goes round a loop waits for those inside its body.
 *
 * Where all logs go on alike (the usual case) their common prefix is taken at once. */
#include "merge.h"
#include "model.h"
#include "record.h"

#include <string.h>

namespace ss {

struct head {
    const uint32_t *entries, *end;
    const uint64_t *addresses;
    const struct value *values;
    uint64_t key; /* depth, counted down, then place; UINT64_MAX: nothing left */
    struct lane *lane;
};

struct merge {
    struct engine *engine;
    struct warp *warp;
    unsigned number;
    uint32_t pending; /* lanes with entries left */
    struct head heads[LANES];
    struct request request;
};

static inline uint32_t entry_kind(uint32_t entry)
{
    return entry & 31;
}

static inline uint32_t entry_place(uint32_t entry)
{
    return ((entry >> 5) - (uint32_t)image_base) & PC_MASK;
}

static inline unsigned lowest(uint32_t lanes)
{
    return (unsigned)__builtin_ctz(lanes);
}

static inline uint32_t chain_of(const struct lane *lane)
{
    return lane->chain[lane->depth % CHAIN];
}

static void head_key(struct merge *m, unsigned l)
{
    struct head *head = &m->heads[l];
    struct lane *lane = head->lane;

    /* Calls and returns take no time of their own. */
    while (head->entries < head->end) {
        uint32_t kind = entry_kind(*head->entries);

        if (kind == ENTRY_CALL) {
            uint32_t chain = (chain_of(lane) ^ lane->place) * 0x01000193u;
            lane->depth++;
            lane->chain[lane->depth % CHAIN] = chain;
        } else if (kind == ENTRY_RETURN) {
            if (lane->depth) lane->depth--;
        } else {
            head->key = (uint64_t)(UINT16_MAX - lane->depth) << 32 | entry_place(*head->entries);
            return;
        }
        lane->place = entry_place(*head->entries);
        head->entries++;
    }
    head->key = UINT64_MAX;
    m->pending &= ~(1u << l);
}

/* ---- All alike ------------------------------------------------------------------------------ */

static size_t common(const uint32_t *a, const uint32_t *b, size_t count)
{
    size_t i = 0;

    if (memcmp(a, b, count * sizeof *a) == 0) return count;
    while (a[i] == b[i])
        i++;
    return i;
}

static size_t common_prefix(struct merge *m)
{
    const struct head *first = &m->heads[lowest(m->pending)];
    size_t count = (size_t)(first->end - first->entries);

    for (uint32_t rest = m->pending & (m->pending - 1); rest && count; rest &= rest - 1) {
        const struct head *head = &m->heads[lowest(rest)];
        size_t have = (size_t)(head->end - head->entries);

        if (head->lane->depth != first->lane->depth ||
            chain_of(head->lane) != chain_of(first->lane))
            return 0;
        if (have < count) count = have;
        count = common(first->entries, head->entries, count);
    }
    return count;
}

static void gather(struct merge *m, uint32_t lanes, size_t at)
{
    struct request *request = &m->request;

    if (lanes == UINT32_MAX) {
        for (unsigned l = 0; l < LANES; l++)
            request->address[l] = m->heads[l].addresses[at];
    } else {
        for (uint32_t rest = lanes; rest; rest &= rest - 1)
            request->address[lowest(rest)] = m->heads[lowest(rest)].addresses[at];
    }
    if (!m->engine->values) return;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        request->value[lowest(rest)] = m->heads[lowest(rest)].values[at];
}

static void take_prefix(struct merge *m, size_t count)
{
    struct request *request = &m->request;
    struct lane *first = m->heads[lowest(m->pending)].lane;
    const uint32_t *entries = m->heads[lowest(m->pending)].entries;
    const uint32_t lanes = m->pending;
    size_t taken = 0;
    uint32_t paths = 0, depth = first->depth, place = first->place;

    for (size_t i = 0; i < count; i++) {
        uint32_t kind = entry_kind(entries[i]);

        if (kind == ENTRY_PATH) {
            paths++;
        } else if (kind == ENTRY_CALL) {
            uint32_t chain = (first->chain[depth % CHAIN] ^ place) * 0x01000193u;
            depth++;
            for (uint32_t rest = lanes; rest; rest &= rest - 1)
                m->heads[lowest(rest)].lane->chain[depth % CHAIN] = chain;
        } else if (kind == ENTRY_RETURN) {
            if (depth) depth--;
        } else {
            request->entry = entries[i];
            request->pc = entry_place(entries[i]);
            request->mask = lanes;
            request->depth = depth ? depth - 1 : 0;
            if (kind == ENTRY_SYNC) {
                for (uint32_t rest = lanes; rest; rest &= rest - 1)
                    request->extra[lowest(rest)] = m->heads[lowest(rest)].addresses[taken + 1];
                gather(m, lanes, taken);
                taken += 2;
            } else {
                gather(m, lanes, taken);
                taken++;
            }
            record_request(m->engine, m->number, request);
        }
        place = entry_place(entries[i]);
    }
    model_path(m->warp, paths);
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        struct head *head = &m->heads[lowest(rest)];

        head->entries += count;
        head->addresses += taken;
        if (head->values) head->values += taken;
        head->lane->depth = (uint16_t)depth;
        head->lane->place = place;
        head_key(m, lowest(rest));
    }
}

/* ---- One step ------------------------------------------------------------------------------- */

/* Lanes at a warp operation advance only with all that took part in it. */
static uint32_t step_ready(struct merge *m, uint32_t group)
{
    uint32_t ready = 0;

    for (uint32_t rest = group; rest; rest &= rest - 1) {
        const struct head *head = &m->heads[lowest(rest)];
        uint32_t took = (uint32_t)(head->addresses[0] >> 32), there = 0;

        if (took == 0) { /* barriers, fences and exits ask for nobody */
            ready |= 1u << lowest(rest);
            continue;
        }
        for (uint32_t others = took & m->pending; others; others &= others - 1) {
            const struct head *other = &m->heads[lowest(others)];

            if (entry_kind(*other->entries) == ENTRY_SYNC &&
                (uint32_t)(other->addresses[0] >> 32) == took &&
                other->addresses[1] >> 32 == head->addresses[1] >> 32)
                there |= 1u << lowest(others);
        }
        if (there == took) return took; /* all of them, wherever they stand */
    }
    return ready;
}

static uint32_t step_group(const struct merge *m, uint64_t key)
{
    uint32_t group = 0;
    uint32_t entry = 0, chain = 0;

    for (uint32_t rest = m->pending; rest; rest &= rest - 1) {
        const struct head *head = &m->heads[lowest(rest)];

        if (head->key != key) continue;
        if (!group) {
            entry = *head->entries;
            chain = chain_of(head->lane);
        }
        if (*head->entries == entry && chain_of(head->lane) == chain) group |= 1u << lowest(rest);
    }
    return group;
}

static void step_take(struct merge *m, uint32_t group)
{
    struct request *request = &m->request;
    const struct head *first = &m->heads[lowest(group)];
    uint32_t entry = *first->entries, kind = entry_kind(entry);
    unsigned taken = kind == ENTRY_SYNC ? 2 : kind >= ENTRY_LOAD ? 1 : 0;

    if (kind == ENTRY_PATH) {
        model_path(m->warp, 1);
    } else {
        request->entry = entry;
        request->pc = entry_place(entry);
        request->mask = group;
        request->depth = first->lane->depth ? first->lane->depth - 1u : 0;
        if (kind == ENTRY_SYNC)
            for (uint32_t rest = group; rest; rest &= rest - 1)
                request->extra[lowest(rest)] = m->heads[lowest(rest)].addresses[1];
        gather(m, group, 0);
        record_request(m->engine, m->number, request);
    }
    for (uint32_t rest = group; rest; rest &= rest - 1) {
        struct head *head = &m->heads[lowest(rest)];

        head->lane->place = entry_place(*head->entries);
        head->entries++;
        head->addresses += taken;
        if (head->values) head->values += taken;
        head_key(m, lowest(rest));
    }
}

/* Advances some lanes; false: all that have entries wait for lanes that have none yet. */
static bool step(struct merge *m)
{
    uint32_t held = 0;

    while (held != m->pending) {
        uint64_t key = UINT64_MAX;
        uint32_t group;

        for (unsigned l = 0; l < LANES; l++)
            if (m->heads[l].key < key && !(held >> l & 1)) key = m->heads[l].key;
        if (held) {
            uint32_t all = m->pending;
            m->pending &= ~held;
            group = step_group(m, key);
            m->pending = all;
        } else {
            group = step_group(m, key);
        }
        if (entry_kind(*m->heads[lowest(group)].entries) == ENTRY_SYNC) {
            uint32_t ready = step_ready(m, group);

            if (!ready) {
                held |= group;
                continue;
            }
            group = ready;
        }
        step_take(m, group);
        return true;
    }
    return false;
}

/* ---- A warp --------------------------------------------------------------------------------- */

/* The first function that a thread enters is the kernel. */
static void kernel_note(struct engine *engine, unsigned warp)
{
    struct launch_state *launch = engine->launch;
    const struct lane *lane = &engine->lanes[warp * LANES];

    if (!lane->log) return;
    for (const uint32_t *entry = lane->log->entries; entry < lane->entries; entry++) {
        if (entry_kind(*entry) != ENTRY_CALL) continue;
        __atomic_store_n(&launch->record->kernel, (uint64_t)entry_place(*entry), __ATOMIC_RELAXED);
        launch->kernel_known = true;
        return;
    }
}

static uint32_t begin(struct merge *m, struct engine *engine, unsigned warp)
{
    uint32_t waiting = 0; /* lanes that will go on but have logged nothing */

    if (!engine->launch->kernel_known) kernel_note(engine, warp);
    m->engine = engine;
    m->warp = &engine->warps[warp];
    m->number = warp;
    m->pending = 0;
    for (unsigned l = 0; l < LANES; l++) {
        struct head *head = &m->heads[l];
        struct lane *lane = &engine->lanes[warp * LANES + l];

        head->key = UINT64_MAX;
        head->lane = lane;
        if (!lane->log) {
            if (lane->state == LANE_READY) waiting |= 1u << l;
            continue;
        }
        head->entries = lane->log->entries;
        head->end = lane->entries;
        head->addresses = lane->log->addresses;
        head->values = engine->values ? lane->log->values : NULL;
        m->pending |= 1u << l;
        head_key(m, l);
        if (!(m->pending >> l & 1) && lane->state == LANE_READY) waiting |= 1u << l;
    }
    return waiting;
}

/* Puts what is left at the front of its log, or gives the log back. */
static void finish(struct merge *m)
{
    for (unsigned l = LANES; l-- > 0;) {
        struct head *head = &m->heads[l];
        struct lane *lane = head->lane;
        struct log *log = lane->log;
        size_t entries, addresses;

        if (!log) continue;
        entries = (size_t)(head->end - head->entries);
        if (!entries) {
            log_give(m->engine, log);
            lane->log = NULL;
            continue;
        }
        addresses = (size_t)(lane->addresses - head->addresses);
        memmove(log->entries, head->entries, entries * sizeof *log->entries);
        memmove(log->addresses, head->addresses, addresses * sizeof *log->addresses);
        if (head->values)
            memmove((void *)log->values, (const void *)head->values,
                    addresses * sizeof *log->values);
        lane->entries = log->entries + entries;
        lane->addresses = log->addresses + addresses;
    }
}

/* Lanes of `lanes` that can still go on: what they do next is not known yet. */
static uint32_t going_on(const struct merge *m, uint32_t lanes)
{
    uint32_t found = 0;

    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (m->heads[lowest(rest)].lane->state == LANE_READY) found |= 1u << lowest(rest);
    return found;
}

static bool together(const struct merge *m)
{
    for (uint32_t rest = m->pending; rest; rest &= rest - 1)
        if (m->heads[lowest(rest)].key != m->heads[lowest(m->pending)].key) return false;
    return true;
}

static void run(struct engine *engine, unsigned warp, bool to_the_end)
{
    struct merge m;
    uint32_t waiting = begin(&m, engine, warp);
    bool try_prefix = true;

    while (m.pending && (to_the_end || !waiting)) {
        uint32_t before = m.pending;

        if (try_prefix) {
            size_t count = common_prefix(&m);

            if (count) take_prefix(&m, count);
            try_prefix = false;
        } else {
            if (!step(&m)) break;
            try_prefix = together(&m); /* then a long common stretch may follow */
        }
        waiting |= going_on(&m, before & ~m.pending);
    }
    finish(&m);
}

void merge_warp(struct engine *engine, unsigned warp)
{
    run(engine, warp, false);
}

void merge_all(struct engine *engine, unsigned warp)
{
    run(engine, warp, true);
}

} // namespace ss
