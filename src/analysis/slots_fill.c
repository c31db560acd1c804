#include "analysis/slots_fill.h"

#include "analysis/race.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 4096, FEW_LANES = 8, BREAKS = 8, FEW_BREAKS = 2, CROSS_RUNS = 3 };

/* ---- What the requests do ---------------------------------------------------------------- */

static uint32_t line_of(struct fill *fill, uint32_t array, uint32_t site)
{
    const struct trace_site *s = &fill->w->trace->sites[site];
    uint32_t i = 0;
    for (; i < fill->line_count; i++)
        if (fill->lines[i].array == array && fill->lines[i].line == s->line &&
            fill->lines[i].source == s->source)
            return i;
    if (i == FILL_LINES) return TRACE_NONE;
    fill->lines[i] = (struct fill_line){.array = array, .source = s->source, .line = s->line};
    fill->lines[i].words = mem_array(fill->bits, sizeof(uint64_t));
    fill->line_count++;
    return i;
}

static void read_word(struct fill *fill, uint32_t request, uint32_t thread, size_t word)
{
    fill->word[word].flags |= WORD_READ;
    fill->word[word].flags &= (uint16_t)~WORD_OPEN;
    fill->readers[word * fill->limbs + thread / 64] |= 1ull << thread % 64;
    fill->holding[thread] = 1;
    uint32_t array = slot_window_array(fill->w->launch, word * 4);
    if (array == TRACE_NONE) return;
    fill->last[thread * fill->w->launch->array_count + array].load = request + 1;
}

static void store_word(struct fill *fill, uint32_t request, uint32_t thread, size_t word)
{
    struct fill_word *to = &fill->word[word];
    uint32_t arrays = fill->w->launch->array_count;
    uint32_t array = slot_window_array(fill->w->launch, word * 4);
    if (array == TRACE_NONE) return;
    uint32_t line = line_of(fill, array, fill->w->launch->requests[request].site);
    bool here = (to->flags & WORD_STORED) && to->block == fill->block;
    if (here && to->line == line && to->round != fill->round && !(to->flags & WORD_OPEN))
        to->flags |= WORD_AGAIN;
    to->line = line;
    to->flags |= WORD_STORED | WORD_OPEN;
    if (fill->holding[thread] || line == TRACE_NONE) to->flags |= WORD_DERIVED;
    to->round = fill->round;
    to->block = fill->block;
    to->request = request;
    to->thread = thread;
    if (to->line != TRACE_NONE) fill->lines[to->line].words[word / 64] |= 1ull << word % 64;
    struct fill_last *last = &fill->last[thread * arrays + array];
    if (last->round == fill->round && last->word != word)
        fill->several[thread * arrays + array] = 1;
    *last = (struct fill_last){fill->round, (uint32_t)word, last->load};
}

/* Neighbouring lanes' places that do not follow from each other, row by row. */
static bool has_scattered_places(const struct trace_request *request,
                                 const int64_t offsets[TRACE_LANES])
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

/* How often the distance from a lane to the next one changes. */
static unsigned breaks_of(uint32_t mask)
{
    unsigned breaks = 0, seen = 0, before = 0, step = 0;
    for (; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        if (seen > 1 && lane - before != step) breaks++;
        if (seen) step = lane - before;
        before = lane;
        seen++;
    }
    return breaks;
}

/* Lanes that are no row, nor equal rows of a block in two dimensions: a condition on the data. */
static bool has_scattered_lanes(uint32_t mask)
{
    if (breaks_of(mask) <= FEW_BREAKS) return false;
    for (unsigned row = 2; row < TRACE_LANES; row *= 2) {
        uint32_t of_row = (1u << row) - 1, lanes = 0;
        bool equal = true;
        for (unsigned at = 0; at < TRACE_LANES; at += row) {
            uint32_t here = mask >> at & of_row;
            if (lanes && here && here != lanes) equal = false;
            if (here) lanes = here;
        }
        if (equal && !breaks_of(lanes)) return false;
    }
    return true;
}

static void walk_request(struct fill *fill, uint32_t index)
{
    const struct trace_request *request = &fill->w->launch->requests[index];
    if (request->kind > TRACE_ATOMIC || request->space != TRACE_SHARED ||
        request->object == TRACE_NONE)
        return;
    int64_t offsets[TRACE_LANES], base = fill->w->launch->arrays[request->object].offset;
    trace_request_offsets(fill->w->launch, request, offsets);
    if (request->kind == TRACE_ATOMIC) fill->irregular[request->object] = 1;
    if (request->kind == TRACE_LOAD &&
        (has_scattered_places(request, offsets) || has_scattered_lanes(request->mask)))
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
                read_word(fill, index, thread, word);
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

/* The thread that stored the word last goes on to read others: it may have its own value, too. */
static bool is_register(const struct fill *fill, const struct fill_word *word, size_t at)
{
    uint32_t array = slot_window_array(fill->w->launch, at * 4);
    if (array == TRACE_NONE) return false;
    return fill->last[word->thread * fill->w->launch->array_count + array].load > word->request;
}

/* What a line stored in a round, as a number that is not 0. */
static uint64_t row_of(const struct fill_word *word)
{
    return (uint64_t)word->line << 32 | (word->round + 1u);
}

/* Where the row stands in the table of `size`, a power of two, or the empty place for it. */
static size_t row_at(const uint64_t *table, size_t size, uint64_t row)
{
    size_t at = (size_t)(row * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (size - 1);
    while (table[at] && table[at] != row)
        at = (at + 1) & (size - 1);
    return at;
}

/* Words of rows of which nothing is read until the block's end. */
static void find_tails(struct fill *fill)
{
    size_t size = 16;
    while (size < fill->words * 2)
        size *= 2;
    uint64_t *read = mem_array(size, sizeof *read);
    for (size_t i = 0; i < fill->words; i++) {
        const struct fill_word *word = &fill->word[i];
        if ((word->flags & WORD_STORED) && !(word->flags & WORD_OPEN))
            read[row_at(read, size, row_of(word))] = row_of(word);
    }
    for (size_t i = 0; i < fill->words; i++) {
        struct fill_word *word = &fill->word[i];
        if (!(word->flags & WORD_AGAIN) || !(word->flags & WORD_OPEN)) continue;
        if (!read[row_at(read, size, row_of(word))]) word->flags |= WORD_TAIL;
    }
    free(read);
}

static void walk_block(struct fill *fill, uint32_t block)
{
    fill->block = block;
    for (size_t i = 0; i < fill->words; i++)
        fill->word[i].flags &= (uint16_t) ~(WORD_OPEN | WORD_AGAIN);
    memcpy(fill->before, fill->word, fill->words * sizeof *fill->word);
    for (uint32_t r = 0; r < fill->w->launch->blocks[block].rounds; r++) {
        const struct trace_round *round = trace_block_round(fill->w->launch, block, r);
        fill->round++;
        memset(fill->holding, 0, fill->threads);
        for (uint32_t i = round->first; i < round->first + round->count; i++)
            walk_request(fill, i);
    }
    find_tails(fill);
    for (size_t i = 0; i < fill->words; i++) {
        struct fill_word *word = &fill->word[i];
        bool here = (word->flags & WORD_STORED) && word->block == block;
        if (here && is_register(fill, word, i)) word->flags |= WORD_REGISTER;
        if (here && !(word->flags & WORD_OPEN)) word->flags |= WORD_CLOSED;
        uint16_t flags = word->flags;
        if (fill->before[i].flags & WORD_VALUED) *word = fill->before[i];
        word->flags |= flags;
        if ((flags & WORD_STORED) && !(flags & (WORD_READ | WORD_VALUED)) &&
            holds_something(fill, i))
            word->flags |= WORD_VALUED;
    }
}

/* ---- Of all blocks -------------------------------------------------------------------------- */

bool fill_unread(const struct fill *fill, size_t word)
{
    return (fill->word[word].flags & WORD_STORED) && !(fill->word[word].flags & WORD_READ);
}

static struct fill_share share_of(const struct fill *fill, uint32_t array)
{
    const struct trace_array *a = &fill->w->launch->arrays[array];
    struct fill_share share = {.equal = true};
    bool before = false;
    for (size_t i = a->offset / 4; i < fill->words && i * 4 < a->offset + (uint64_t)a->bytes; i++) {
        bool unread = fill_unread(fill, i);
        share.runs += unread && !before;
        before = unread;
        if (!(fill->word[i].flags & WORD_STORED)) continue;
        share.stored++;
        if (unread) continue;
        share.read++;
        uint32_t readers = 0;
        for (size_t k = 0; k < fill->limbs; k++)
            readers += (uint32_t)__builtin_popcountll(fill->readers[i * fill->limbs + k]);
        if (share.most && readers != share.most) share.equal = false;
        if (readers > share.most) share.most = readers;
    }
    return share;
}

bool fill_walk(struct fill *fill, struct slot_window *w)
{
    const struct trace_launch *launch = w->launch;
    *fill = (struct fill){.w = w, .words = (size_t)(w->bytes + 3) / 4};
    if (fill->words > MAX_WORDS) return false;
    fill->threads = (size_t)trace_warps(launch) * TRACE_LANES;
    fill->limbs = fill->threads / 64 + 1;
    fill->bits = fill->words / 64 + 1;
    fill->word = mem_array(fill->words + 1, sizeof *fill->word);
    fill->before = mem_array(fill->words + 1, sizeof *fill->before);
    fill->readers = mem_array(fill->words * fill->limbs + 1, sizeof *fill->readers);
    fill->holding = mem_array(fill->threads + 1, 1);
    fill->last = mem_array(fill->threads * launch->array_count + 1, sizeof *fill->last);
    fill->several = mem_array(fill->threads * launch->array_count + 1, 1);
    fill->irregular = mem_array(launch->array_count + 1, 1);
    fill->shares = mem_array(launch->array_count + 1, sizeof *fill->shares);
    for (uint32_t b = 0; b < launch->block_count; b++)
        walk_block(fill, b);
    for (uint32_t i = 0; i < launch->array_count; i++)
        fill->shares[i] = share_of(fill, i);
    return true;
}

void fill_free(struct fill *fill)
{
    for (uint32_t i = 0; i < fill->line_count; i++)
        free(fill->lines[i].words);
    free(fill->word);
    free(fill->before);
    free(fill->readers);
    free(fill->holding);
    free(fill->last);
    free(fill->several);
    free(fill->irregular);
    free(fill->shares);
}

/* ---- What is asked of it ----------------------------------------------------------------- */

bool fill_corner(const struct fill *fill, uint32_t array, size_t word)
{
    const struct trace_array *a = &fill->w->launch->arrays[array];
    uint32_t element = race_element_bytes(fill->w->trace, fill->w->launch, TRACE_SHARED, array);
    if (a->dim_count < 2 || word * 4 < a->offset || !fill_unread(fill, word)) return false;
    uint64_t slot = (word * 4 - a->offset) / element;
    bool seen[TRACE_MAX_DIMS] = {0}, all = true;
    for (uint64_t s = 0; s < a->count; s++) {
        size_t at = (size_t)(a->offset + s * element) / 4;
        if (at >= fill->words || !(fill->word[at].flags & WORD_READ)) continue;
        uint64_t mine = slot, other = s;
        for (uint32_t d = a->dim_count; d-- > 0;) {
            uint32_t n = a->dims[d] ? a->dims[d] : 1;
            seen[d] |= d ? mine % n == other % n : mine == other;
            mine /= n;
            other /= n;
        }
    }
    for (uint32_t d = 0; d < a->dim_count; d++)
        all &= seen[d];
    return all;
}

/* Another array of as many elements has more of them read: this one goes along with it, as the
 * places do with the values where the smallest is looked for. */
static bool goes_along(const struct fill *fill, uint32_t array, const struct fill_share *share)
{
    const struct trace_launch *launch = fill->w->launch;
    for (uint32_t i = 0; i < launch->array_count; i++)
        if (i != array && launch->arrays[i].count == launch->arrays[array].count &&
            fill->shares[i].read > share->read)
            return true;
    return false;
}

bool fill_excused(const struct fill *fill, uint32_t array, size_t word)
{
    const struct fill_share share = fill->shares[array];
    if (!share.read) return false;
    if (fill->irregular[array] || (share.read == 1 && goes_along(fill, array, &share))) return true;
    if (fill->word[word].flags & (WORD_CLOSED | WORD_TAIL)) return true;
    if (!fill_unread(fill, word)) return false;
    /* A tile in one dimension, of a block in two: its corners, where the middle is read. */
    bool cross = fill->w->launch->block[1] > 1 && share.runs >= CROSS_RUNS &&
                 share.read * 4 >= share.stored * 3;
    return cross || (fill->word[word].flags & WORD_REGISTER) || fill_corner(fill, array, word);
}
