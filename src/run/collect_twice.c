/* "hist[data[i] / 4]": where `data` points to const, GCC's check of the index reads data[i], and
 * then the program reads it. The program as written reads it once, and so does the trace.
 *
 * Two call-outs tell of one and the same place in the text, for the same addresses, with nothing
 * between them. So do two turns of a loop whose condition GCC has copied before it; an index within
 * an index is none. */
#include "run/collect_impl.h"

#include <ctype.h>
#include <string.h>

enum {
    NEAR = 320
}; /* bytes of code: a call-out, the check, the load of an update, the other one */

static bool same_addresses(const struct row *a, const struct row *b)
{
    struct spooled one, two;
    if (!row_unpack(a->head, &one) || !row_unpack(b->head, &two)) return false;
    if (one.affine != two.affine) return false;
    if (one.affine) return one.head->stride == two.head->stride || one.lanes == 1;
    return memcmp(one.address, two.address, one.lanes * sizeof *one.address) == 0;
}

static bool may_repeat(const struct spool_request *a, const struct spool_request *b)
{
    if (a->kind != TRACE_LOAD || b->kind != TRACE_LOAD || (a->flags | b->flags) & SPOOL_VOLATILE)
        return false;
    return a->site != b->site && a->address == b->address && a->mask == b->mask &&
           a->warp == b->warp && a->width == b->width && a->space == b->space &&
           (a->site < b->site ? b->site - a->site : a->site - b->site) <= NEAR;
}

static bool of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Is what stands from `at` on up to the bracket at `end` one element, "data[i]", "*p", "s->n[i].a"?
 */
static bool is_element(const char *line, size_t at, size_t end)
{
    int depth = 0;
    bool memory = line[at] == '*';
    for (at += memory; at < end; at++) {
        depth += line[at] == '[';
        depth -= line[at] == ']';
        memory |= line[at] == '[' || line[at] == '.';
        const bool arrow = line[at] == '-' && line[at + 1] == '>';
        memory |= arrow;
        at += arrow;
        if (!depth && !arrow && !of_name(line[at]) && !strchr(".]", line[at])) return false;
    }
    return memory && !depth;
}

/* The '[' that is open at `at`; `length` where there is none in the statement. */
static size_t open_bracket(const char *line, size_t at, size_t length)
{
    int depth = 0;
    while (at-- > 0) {
        depth += line[at] == ']';
        depth -= line[at] == '[';
        if (line[at] == ';' || line[at] == '{' || line[at] == '}') break;
        if (depth < 0) return at;
    }
    return length;
}

/* Where an index begins that is read from memory, by a column that GCC gives for that: the end of
 * what is read, "]" or the member's name, or the end of the whole index where that is all there is
 * to it. 0: it is none. From 1. */
static uint32_t index_at(const char *line, size_t length, uint32_t column)
{
    if (column < 2 || column > length) return 0;
    const size_t at = column - 1, open = open_bracket(line, at, length);
    const bool member = of_name(line[at]) && (line[at - 1] == '.' || line[at - 1] == '>');
    if (open == length || (line[at] != ']' && !member)) return 0;
    if (line[at] == ']' && is_element(line, open + 1, at)) return (uint32_t)open + 1;
    const size_t outer = line[at] == ']' ? open_bracket(line, open, length) : open;
    if (outer == length) return 0;
    size_t end = at + 1; /* is that all? */
    while (member && end < length && of_name(line[end]))
        end++;
    const bool all = end < length && line[end] == ']' && is_element(line, outer + 1, end);
    return all ? (uint32_t)outer + 1 : column;
}

/* Where a site's access is in the text: the frames of the calls around it, and there. */
static bool same_frames(const struct trace_site *a, const struct trace_site *b)
{
    if (a->frame_count != b->frame_count) return false;
    for (uint32_t i = 0; i < a->frame_count; i++) {
        const struct trace_frame *one = &a->frames[i], *two = &b->frames[i];
        const bool own = one->column == a->column && two->column == b->column;
        if (one->line != two->line || (one->column != two->column && !own)) return false;
    }
    return true;
}

static bool one_place(struct collect *c, uint32_t a, uint32_t b)
{
    const struct trace_site one = *builder_site_at(c->builder, a);
    const struct trace_site two = *builder_site_at(c->builder, b);
    if (!one.line || one.source == TRACE_NONE || one.source != two.source) return false;
    if (one.line != two.line || !same_frames(&one, &two)) return false;
    const char *at = builder_source_at(c->builder, one.source)->text;
    for (uint32_t line = 1; at && line < one.line; line++) {
        at = strchr(at, '\n');
        if (at) at++;
    }
    if (!at) return false;
    const size_t length = strcspn(at, "\n");
    const uint32_t index = index_at(at, length, one.column);
    return index && index == index_at(at, length, two.column);
}

/* Reading the text takes a while: it is asked once for a pair. */
static bool is_pair(struct collect *c, uint64_t a, uint64_t b)
{
    struct twice *known = &c->twice[(a ^ b << 3) % TWICE_KNOWN];
    if (known->first != a || known->second != b) {
        const uint32_t one = c->resolver->site(c->resolver, a);
        const uint32_t two = c->resolver->site(c->resolver, b);
        *known = (struct twice){a, b, one_place(c, one, two)};
    }
    return known->same;
}

static bool is_repeat(struct collect *c, const struct row *a, const struct row *b)
{
    return may_repeat(a->head, b->head) && is_pair(c, a->head->site, b->head->site) &&
           same_addresses(a, b);
}

static bool are_repeats(struct collect *c, const struct row *one, const struct row *two, size_t n)
{
    size_t same = 0;
    while (same < n && is_repeat(c, &one[same], &two[same]))
        same++;
    return same == n;
}

static void hide_last(struct collect *c, size_t n, size_t *kept)
{
    for (size_t k = 0; k < n; k++)
        c->hidden += (uint32_t)__builtin_popcount(c->rows[--*kept].head->mask);
}

/* Do they load and store the same elements? */
static bool is_update(const struct row *a, const struct row *b)
{
    const struct spool_request *load = a->head, *store = b->head;
    return load->kind == TRACE_LOAD && store->kind == TRACE_STORE &&
           load->address == store->address && load->mask == store->mask &&
           load->warp == store->warp && load->width == store->width &&
           load->space == store->space && same_addresses(a, b);
}

/* The most that an index reads twice: of "s[map[data[i]]]" two things, one after the other, and
 * both again. */
enum { MOST = 2 };

/* "hist[data[i]] += 2" reads data[i] for the load, and once more for the store; what is added may
 * be read in between. */
static void index_of_store(struct collect *c, const struct row *store, size_t *kept)
{
    enum { BACK = 6 };
    struct row *rows = c->rows;
    for (size_t load = *kept; load-- > 0 && load + BACK > *kept;) {
        if (!is_update(&rows[load], store)) continue;
        for (size_t n = MOST; n > 0; n--)
            for (size_t again = load + 1; n <= load && again + n <= *kept; again++) {
                if (!are_repeats(c, &rows[load - n], &rows[again], n)) continue;
                for (size_t k = again; k < again + n; k++)
                    c->hidden += (uint32_t)__builtin_popcount(rows[k].head->mask);
                memmove(&rows[again], &rows[again + n], (*kept - again - n) * sizeof *rows);
                *kept -= n;
                return;
            }
        return;
    }
}

size_t rows_once(struct collect *c, size_t count)
{
    struct row *rows = c->rows;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const struct row row = rows[i];
        if (row.head->kind == TRACE_STORE) index_of_store(c, &row, &kept);
        rows[kept++] = row;
        for (size_t n = 1; n <= MOST && 2 * n <= kept; n++) {
            if (!are_repeats(c, &rows[kept - 2 * n], &rows[kept - n], n)) continue;
            hide_last(c, n, &kept);
            break;
        }
    }
    return kept;
}
