/* slots_filled.c - shared slots that are filled from outside and that no thread ever reads.
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
#include "analysis/slots_fill.h"

#include <string.h>

enum { BROADCAST = 4 };

/* ---- Judging ----------------------------------------------------------------------------- */

static bool is_lost(const struct fill *fill, size_t word)
{
    return fill_unread(fill, word) && (fill->word[word].flags & WORD_VALUED) &&
           !(fill->word[word].flags & WORD_DERIVED);
}

static void count_line(struct fill *fill, struct fill_line *line)
{
    uint32_t arrays = fill->w->launch->array_count;
    for (size_t i = 0; i < fill->words; i++) {
        if (!(line->words[i / 64] >> i % 64 & 1)) continue;
        line->total++;
        if (!fill_unread(fill, i)) continue;
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
    struct fill_share share = fill->shares[line->array];
    bool most = share.read * 4 >= share.stored * 3;
    bool all = line->lost == line->total && share.read * 2 >= share.stored;
    bool half = most && line->lost * 2 >= line->total && line->several == line->lost;
    bool left = most && share.equal && share.most >= BROADCAST;
    if (!line->lost || !share.read || !(all || half || left)) return;
    for (size_t i = 0; i < fill->words; i++)
        if ((line->words[i / 64] >> i % 64 & 1) && is_lost(fill, i) &&
            &fill->lines[fill->word[i].line] == line && !(fill->word[i].flags & WORD_TOLD) &&
            !fill_corner(fill, line->array, i))
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
    bool settled[FILL_LINES];
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

void slot_window_filled(struct slot_window *w)
{
    struct fill fill;
    if (!memchr(w->kept, KEPT_UNREAD, w->bytes) || !is_asked(w) || !fill_walk(&fill, w)) return;
    judge(&fill);
    fill_free(&fill);
}
