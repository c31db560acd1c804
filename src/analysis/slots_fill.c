/* slots_fill.c - shared slots that are filled from outside and that no thread ever reads.
 *
 * slots_unread.c cannot know of a value from outside (global memory, arithmetic) whether it stays
 * in a register, too, and is used from there. That the slot itself is not needed shows all the same
 * where it stands out from its neighbours. Of slots that no thread loads in any recorded block, and
 * whose last value is something and does not come from shared memory, these are told:
 *   - all of a source line's: nothing that the line stores in the array is ever read;
 *   - half of a line's or more, stored by threads that fill other slots of the array as well (each
 *     thread's one slot may be read from a register by the thread itself);
 *   - those left over where all others are read by the same number of threads, BROADCAST or more: a
 *     loop of all threads over the array that stops too early.
 * Not told: corners of two-dimensional tiles (their row and their column are read), values that
 * stand for nothing (zero, the largest, the smallest), arrays of which less is read than not, and
 * those read at irregular places, as tables are, where it depends on the data what is read. */
#include "analysis/race.h"
#include "analysis/slots_window.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 4096, MAX_LINES = 64, BROADCAST = 4, FEW_LANES = 8, BREAKS = 8 };

enum word_flags {
    WORD_STORED = 1,
    WORD_READ = 2,
    WORD_DERIVED = 4, /* a value that came from shared memory, or from an atomic */
    WORD_VALUED = 8,  /* what it held at a block's end was something */
    WORD_TOLD = 16
};

struct fill_word { /* its last store; in the first block where it held something */
    uint32_t block, request, thread, line;
    uint8_t flags;
};

struct fill_line { /* a source line that stores in an array */
    uint32_t array, source, line;
    uint64_t *words; /* bits */
    uint32_t total, lost, several;
};

struct fill_last { /* of a thread in an array */
    uint32_t round, word;
};

struct fill {
    struct slot_window *w;
    size_t words, threads, limbs, bits;
    struct fill_word *word, *before; /* before: what was known when the block began */
    uint64_t *readers;               /* [words][limbs] threads that read the word */
    uint8_t *holding;                /* by thread: has read and not stored since, in this round */
    struct fill_last *last;          /* [threads][arrays] */
    uint8_t *several;                /* [threads][arrays] fills several words in a round */
    uint8_t *irregular;              /* by array */
    struct fill_line lines[MAX_LINES];
    uint32_t line_count;
    uint32_t block, round; /* round: counted over all blocks, from 1 */
};

/* ---- What the requests do ---------------------------------------------------------------- */

static uint32_t line_of(struct fill *fill, uint32_t array, uint32_t site)
{
    const struct trace_site *s = &fill->w->trace->sites[site];
    uint32_t i = 0;
    for (; i < fill->line_count; i++)
        if (fill->lines[i].array == array && fill->lines[i].line == s->line &&
            fill->lines[i].source == s->source)
            return i;
    if (i == MAX_LINES) return TRACE_NONE;
    fill->lines[i] = (struct fill_line){.array = array, .source = s->source, .line = s->line};
    fill->lines[i].words = mem_array(fill->bits, sizeof(uint64_t));
    fill->line_count++;
    return i;
}

static void read_word(struct fill *fill, uint32_t thread, size_t word)
{
    fill->word[word].flags |= WORD_READ;
    fill->readers[word * fill->limbs + thread / 64] |= 1ull << thread % 64;
    fill->holding[thread] = 1;
}

static void store_word(struct fill *fill, uint32_t request, uint32_t thread, size_t word)
{
    struct fill_word *to = &fill->word[word];
    uint32_t arrays = fill->w->launch->array_count;
    uint32_t array = slot_window_array(fill->w->launch, word * 4);
    if (array == TRACE_NONE) return;
    to->line = line_of(fill, array, fill->w->launch->requests[request].site);
    to->flags |= WORD_STORED | (fill->holding[thread] || to->line == TRACE_NONE ? WORD_DERIVED : 0);
    to->block = fill->block;
    to->request = request;
    to->thread = thread;
    if (to->line != TRACE_NONE) fill->lines[to->line].words[word / 64] |= 1ull << word % 64;
    struct fill_last *last = &fill->last[thread * arrays + array];
    if (last->round == fill->round && last->word != word)
        fill->several[thread * arrays + array] = 1;
    *last = (struct fill_last){fill->round, (uint32_t)word};
}

/* Where neighbouring lanes' places do not follow from each other, row by row. */
static bool is_irregular(const struct trace_request *request, const int64_t offsets[TRACE_LANES])
{
    if (!(request->flags & TRACE_SCATTERED) || __builtin_popcount(request->mask) < FEW_LANES)
        return false;
    int64_t before = 0, step = 0;
    unsigned seen = 0, breaks = 0;
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        int64_t at = offsets[__builtin_ctz(rest)];
        if (seen > 1 && at - before != step) breaks++;
        if (seen) step = at - before;
        before = at;
        seen++;
    }
    return breaks > BREAKS;
}

static void walk_request(struct fill *fill, uint32_t index)
{
    const struct trace_request *request = &fill->w->launch->requests[index];
    if (request->kind > TRACE_ATOMIC || request->space != TRACE_SHARED ||
        request->object == TRACE_NONE)
        return;
    int64_t offsets[TRACE_LANES], base = fill->w->launch->arrays[request->object].offset;
    trace_request_offsets(fill->w->launch, request, offsets);
    if (request->kind != TRACE_STORE && is_irregular(request, offsets))
        fill->irregular[request->object] = 1;
    for (uint32_t rest = request->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint32_t thread = request->warp * TRACE_LANES + lane;
        int64_t start = base + offsets[lane];
        if (start < 0) continue;
        size_t last = ((size_t)start + request->width - 1) / 4;
        for (size_t word = (size_t)start / 4; word <= last && word < fill->words; word++)
            if (request->kind == TRACE_STORE)
                store_word(fill, index, thread, word);
            else
                read_word(fill, thread, word);
        if (request->kind == TRACE_STORE) fill->holding[thread] = 0;
    }
}

/* ---- What a word holds ------------------------------------------------------------------- */

/* Zero, all ones, and the largest and smallest of int and float: what a slot holds that has no
 * element of the data. */
static bool stands_for_nothing(uint32_t value)
{
    static const uint32_t empty[] = {0,          UINT32_MAX, 0x7fffffff, 0x80000000,
                                     0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        if (value == empty[i]) return true;
    return false;
}

static bool holds_something(const struct fill *fill, size_t word)
{
    const struct trace_launch *launch = fill->w->launch;
    uint32_t array = slot_window_array(launch, word * 4), value = 0;
    uint32_t rounds = launch->blocks[fill->block].rounds;
    if (array == TRACE_NONE || !rounds) return false;
    const uint8_t *data = trace_snapshot(launch, array, fill->block, rounds - 1);
    uint64_t at = word * 4 - launch->arrays[array].offset;
    if (word * 4 < launch->arrays[array].offset) return false;
    for (uint64_t i = 0; data && i < 4 && at + i < launch->arrays[array].bytes; i++)
        value |= (uint32_t)data[at + i] << 8 * i;
    return !stands_for_nothing(value);
}

static void walk_block(struct fill *fill, uint32_t block)
{
    fill->block = block;
    memcpy(fill->before, fill->word, fill->words * sizeof *fill->word);
    for (uint32_t r = 0; r < fill->w->launch->blocks[block].rounds; r++) {
        const struct trace_round *round = trace_block_round(fill->w->launch, block, r);
        fill->round++;
        memset(fill->holding, 0, fill->threads);
        for (uint32_t i = round->first; i < round->first + round->count; i++)
            walk_request(fill, i);
    }
    for (size_t i = 0; i < fill->words; i++) {
        struct fill_word *word = &fill->word[i];
        uint8_t flags = word->flags;
        if (fill->before[i].flags & WORD_VALUED) *word = fill->before[i];
        word->flags |= flags;
        if ((flags & WORD_STORED) && !(flags & (WORD_READ | WORD_VALUED)) &&
            holds_something(fill, i))
            word->flags |= WORD_VALUED;
    }
}

/* ---- Judging ----------------------------------------------------------------------------- */

static bool is_unread(const struct fill *fill, size_t word)
{
    return (fill->word[word].flags & WORD_STORED) && !(fill->word[word].flags & WORD_READ);
}

static bool is_lost(const struct fill *fill, size_t word)
{
    return is_unread(fill, word) && (fill->word[word].flags & WORD_VALUED) &&
           !(fill->word[word].flags & WORD_DERIVED);
}

/* Of a tile: something of its row is read, and something of its column. */
static bool is_corner(const struct fill *fill, uint32_t array, size_t word)
{
    const struct trace_array *a = &fill->w->launch->arrays[array];
    uint32_t element = race_element_bytes(fill->w->trace, fill->w->launch, TRACE_SHARED, array);
    if (a->dim_count < 2 || word * 4 < a->offset) return false;
    uint32_t columns = a->dims[a->dim_count - 1];
    uint64_t slot = (word * 4 - a->offset) / element;
    bool row = false, column = false;
    for (uint64_t s = 0; columns && s < a->count; s++) {
        size_t at = (size_t)(a->offset + s * element) / 4;
        if (at >= fill->words || !(fill->word[at].flags & WORD_READ)) continue;
        row |= s / columns == slot / columns;
        column |= s % columns == slot % columns;
    }
    return row && column;
}

struct fill_share { /* of an array's words */
    uint32_t stored, read;
    bool broadcast; /* all that are read are read by so many threads, and by equally many */
};

static struct fill_share share_of(const struct fill *fill, uint32_t array)
{
    const struct trace_array *a = &fill->w->launch->arrays[array];
    struct fill_share share = {.broadcast = true};
    uint32_t most = 0;
    for (size_t i = a->offset / 4; i < fill->words && i * 4 < a->offset + (uint64_t)a->bytes; i++) {
        if (!(fill->word[i].flags & WORD_STORED)) continue;
        share.stored++;
        if (!(fill->word[i].flags & WORD_READ)) continue;
        share.read++;
        uint32_t readers = 0;
        for (size_t k = 0; k < fill->limbs; k++)
            readers += (uint32_t)__builtin_popcountll(fill->readers[i * fill->limbs + k]);
        if (!most) most = readers;
        if (readers != most || readers < BROADCAST) share.broadcast = false;
    }
    return share;
}

static void count_line(struct fill *fill, struct fill_line *line)
{
    uint32_t arrays = fill->w->launch->array_count;
    for (size_t i = 0; i < fill->words; i++) {
        if (!(line->words[i / 64] >> i % 64 & 1)) continue;
        line->total++;
        if (!is_unread(fill, i)) continue;
        line->lost++;
        line->several += fill->several[fill->word[i].thread * arrays + line->array];
    }
}

static void tell(struct fill *fill, size_t word)
{
    const struct trace_launch *launch = fill->w->launch;
    struct fill_word *last = &fill->word[word];
    uint32_t array = slot_window_array(launch, word * 4), r = 0;
    uint32_t element = race_element_bytes(fill->w->trace, launch, TRACE_SHARED, array);
    uint64_t byte =
        word * 4 < launch->arrays[array].offset ? launch->arrays[array].offset : word * 4;
    byte -= (byte - launch->arrays[array].offset) % element;
    while (r + 1 < launch->blocks[last->block].rounds &&
           last->request >= trace_block_round(launch, last->block, r + 1)->first)
        r++;
    fill->w->block = last->block;
    slot_window_shared(fill->w, TRACE_UNREAD_SLOT, last->request, last->thread, r, byte, element);
    fill->w->out->faults[fill->w->out->count - 1].filled = true; /* the last: of this line */
    for (size_t i = (size_t)byte / 4; i < fill->words && i * 4 < byte + element; i++)
        fill->word[i].flags |= WORD_TOLD;
}

static void judge_line(struct fill *fill, const struct fill_line *line)
{
    struct fill_share share = share_of(fill, line->array);
    bool most = share.read * 4 >= share.stored * 3;
    bool all = line->lost == line->total && share.read * 2 >= share.stored;
    bool half = most && line->lost * 2 >= line->total && line->several == line->lost;
    bool left = most && share.broadcast;
    if (!line->lost || !share.read || !(all || half || left)) return;
    for (size_t i = 0; i < fill->words; i++)
        if ((line->words[i / 64] >> i % 64 & 1) && is_lost(fill, i) &&
            &fill->lines[fill->word[i].line] == line && !(fill->word[i].flags & WORD_TOLD) &&
            !is_corner(fill, line->array, i))
            tell(fill, i);
}

/* Unread slots that have been told, structs (the emulator does not see one that is read as an
 * argument by value), and tables. */
static bool is_settled(const struct fill *fill, uint32_t array)
{
    const struct slot_window *w = fill->w;
    for (uint32_t i = 0; i < w->out->count; i++)
        if (w->out->faults[i].fault == TRACE_UNREAD_SLOT && w->out->faults[i].object == array)
            return true;
    uint32_t type = w->launch->arrays[array].type;
    return fill->irregular[array] || type >= w->trace->type_count ||
           w->trace->types[type].kind == TRACE_STRUCT;
}

static void judge(struct fill *fill)
{
    bool settled[MAX_LINES];
    for (uint32_t i = 0; i < fill->line_count; i++)
        settled[i] = is_settled(fill, fill->lines[i].array);
    for (uint32_t i = 0; i < fill->line_count; i++) {
        if (settled[i]) continue;
        count_line(fill, &fill->lines[i]);
        judge_line(fill, &fill->lines[i]);
    }
}

/* Something is never read, and nothing that might read it is missing. */
static bool is_asked(const struct slot_window *w)
{
    const struct trace_launch *launch = w->launch;
    for (uint32_t b = 0; b < launch->block_count; b++)
        if (!launch->blocks[b].finished) return false;
    for (uint32_t i = 0; i < launch->request_count; i++)
        if (launch->requests[i].space == TRACE_SHARED && launch->requests[i].kind <= TRACE_ATOMIC &&
            launch->requests[i].object == TRACE_NONE)
            return false;
    return true;
}

static void walk_blocks(struct fill *fill)
{
    for (uint32_t b = 0; b < fill->w->launch->block_count; b++)
        walk_block(fill, b);
}

void slot_window_filled(struct slot_window *w)
{
    const struct trace_launch *launch = w->launch;
    if (!memchr(w->kept, KEPT_UNREAD, w->bytes) || !is_asked(w)) return;
    struct fill fill = {.w = w, .words = (size_t)(w->bytes + 3) / 4};
    fill.threads = (size_t)trace_warps(launch) * TRACE_LANES;
    fill.limbs = fill.threads / 64 + 1;
    fill.bits = fill.words / 64 + 1;
    if (fill.words > MAX_WORDS) return;
    fill.word = mem_array(fill.words + 1, sizeof *fill.word);
    fill.before = mem_array(fill.words + 1, sizeof *fill.before);
    fill.readers = mem_array(fill.words * fill.limbs + 1, sizeof *fill.readers);
    fill.holding = mem_array(fill.threads + 1, 1);
    fill.last = mem_array(fill.threads * launch->array_count + 1, sizeof *fill.last);
    fill.several = mem_array(fill.threads * launch->array_count + 1, 1);
    fill.irregular = mem_array(launch->array_count + 1, 1);
    walk_blocks(&fill);
    judge(&fill);
    for (uint32_t i = 0; i < fill.line_count; i++)
        free(fill.lines[i].words);
    free(fill.word);
    free(fill.before);
    free(fill.readers);
    free(fill.holding);
    free(fill.last);
    free(fill.several);
    free(fill.irregular);
}
