/* columns.c - in which column of the person's file a token of the preprocessed text stands.
 *
 * Expanding a macro moves what is behind it on its line. So the line of the file is compared with
 * what became of it: tokens that both have stand where the file has them, what a macro brought
 * along stands where the macro is named. A file that cannot be read, or a line that became
 * something vast, keeps the columns of the preprocessed text. */
#include "build/rewrite.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_TOKENS = 4000, PAIRS = 500000 };
#define NOTHING SIZE_MAX

struct file { /* of the person's, as it is on the disk */
    struct str text;
    struct lexer lexer;
    bool read;
};

struct run { /* tokens that one line became, and those of the line itself */
    const struct lexer *made, *written;
    size_t made_begin, made_count, written_begin, written_count;
    uint32_t *columns; /* of the made ones */
};

static bool same(const struct run *run, size_t m, size_t w)
{
    const struct token *a = &run->made->tokens[run->made_begin + m];
    const struct token *b = &run->written->tokens[run->written_begin + w];
    size_t length = a->end - a->begin;
    return length == b->end - b->begin &&
           memcmp(run->made->text + a->begin, run->written->text + b->begin, length) == 0;
}

static uint32_t column_written(const struct run *run, size_t w)
{
    const char *text = run->written->text;
    uint32_t at = run->written->tokens[run->written_begin + w].begin, begin = at;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    return at - begin + 1;
}

/* Which token of written[w, w_end) each of made[m, m_end) is, by a longest common subsequence;
 * NOTHING: none. */
static void match(const struct run *run, size_t m, size_t m_end, size_t w, size_t w_end,
                  size_t *partner)
{
    size_t rows = m_end - m + 1, width = w_end - w + 1;
    uint16_t *best = mem_array(rows * width, sizeof *best);
    for (size_t i = rows - 1; i-- > 0;)
        for (size_t k = width - 1; k-- > 0;) {
            uint16_t down = best[(i + 1) * width + k], right = best[i * width + k + 1];
            uint16_t both = (uint16_t)(best[(i + 1) * width + k + 1] + 1);
            best[i * width + k] = same(run, m + i, w + k) ? both : down > right ? down : right;
        }
    for (size_t i = 0, k = 0; i + 1 < rows; i++) { /* the first that will do, each time */
        uint16_t here = best[i * width + k];
        size_t next = k;
        while (next + 1 < width && best[i * width + next] == here &&
               !(same(run, m + i, w + next) && best[(i + 1) * width + next + 1] + 1 == here))
            next++;
        bool found = here && next + 1 < width && best[i * width + next] == here;
        partner[i] = found ? w + next : NOTHING;
        if (found) k = next + 1;
    }
    free(best);
}

/* Column of the first name in written[from, to): that of the macro which is no longer there. */
static uint32_t column_of_name(const struct run *run, size_t from, size_t to)
{
    for (size_t w = from; w < to; w++)
        if (lexer_is_name(run->written, run->written_begin + w)) return column_written(run, w);
    return 0;
}

static void compare(struct run *run, size_t m, size_t m_end, size_t w, size_t w_end)
{
    size_t count = m_end - m, *partner = mem_array(count + 1, sizeof *partner);
    uint32_t named = m ? run->columns[m - 1] : 0;
    match(run, m, m_end, w, w_end, partner);
    for (size_t i = 0; i < count; i++) {
        if (partner[i] != NOTHING) {
            run->columns[m + i] = column_written(run, partner[i]);
            w = partner[i] + 1;
            continue;
        }
        size_t next = i;
        while (next < count && partner[next] == NOTHING)
            next++;
        uint32_t here = column_of_name(run, w, next < count ? partner[next] : w_end);
        if (here) named = here;
        for (; i < next; i++)
            run->columns[m + i] = named;
        i--;
    }
    free(partner);
}

static void align(struct run *run)
{
    size_t m = 0, w = 0, m_end = run->made_count, w_end = run->written_count;
    for (; m < m_end && w < w_end && same(run, m, w); m++, w++)
        run->columns[m] = column_written(run, w);
    while (m < m_end && w < w_end && same(run, m_end - 1, w_end - 1)) {
        m_end--, w_end--;
        run->columns[m_end] = column_written(run, w_end);
    }
    if (m < m_end && (m_end - m + 1) * (w_end - w + 1) <= PAIRS) compare(run, m, m_end, w, w_end);
}

static struct file *file_read(struct file *file, const char *path, struct error *err)
{
    if (file->read) return file;
    file->read = true;
    str_init(&file->text);
    if (!path[0] || str_read_file(&file->text, path)) return file;
    str_unix_lines(&file->text);
    if (lexer_run(&file->lexer, file->text.text, file->text.length, err)) lexer_fini(&file->lexer);
    return file;
}

/* First token of the file at or behind the line. */
static size_t first_of_line(const struct lexer *lexer, uint32_t line)
{
    size_t low = 0, high = lexer->token_count ? lexer->token_count - 1 : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lexer->tokens[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void align_line(struct rewrite *rewrite, struct file *file, size_t begin, size_t end)
{
    const struct lexer *made = &rewrite->lexer;
    if (!file->lexer.token_count || end - begin > LINE_TOKENS) return;
    uint32_t line = made->tokens[begin].line;
    size_t first = first_of_line(&file->lexer, line), last = first;
    while (last + 1 < file->lexer.token_count && file->lexer.tokens[last].line == line)
        last++;
    if (last == first || last - first > LINE_TOKENS) return;
    struct run run = {.made = made,
                      .written = &file->lexer,
                      .made_begin = begin,
                      .made_count = end - begin,
                      .written_begin = first,
                      .written_count = last - first,
                      .columns = rewrite->columns + begin};
    align(&run);
}

void columns_find(struct rewrite *rewrite)
{
    const struct lexer *lexer = &rewrite->lexer;
    struct file *files = mem_array(lexer->file_count + 1, sizeof *files);
    struct error err;
    rewrite->columns = mem_array(lexer->token_count, sizeof *rewrite->columns);
    for (size_t i = 0; i + 1 < lexer->token_count;) {
        const struct token *at = &lexer->tokens[i];
        size_t end = i + 1;
        while (end + 1 < lexer->token_count && lexer->tokens[end].line == at->line &&
               lexer->tokens[end].file == at->file)
            end++;
        if (rewrite->own[at->file])
            align_line(rewrite, file_read(&files[at->file], rewrite_path(rewrite, i), &err), i,
                       end);
        i = end;
    }
    for (size_t i = 0; i < lexer->file_count; i++) {
        if (!files[i].read) continue;
        lexer_fini(&files[i].lexer);
        str_fini(&files[i].text);
    }
    free(files);
}
