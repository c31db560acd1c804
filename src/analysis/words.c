#include "analysis/words.h"

#include "base/ctext.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { STATEMENT = 512, LINES = 6 };

const char *words_line(const struct trace *trace, uint32_t source, uint32_t line, size_t *length)
{
    *length = 0;
    if (source >= trace->source_count) return "";
    return ctext_line(trace->sources[source].text, line, length);
}

/* Code without comments and blanks, as far as there is room. */
struct dense {
    char text[STATEMENT];
    size_t used;
};

/* Appends a character that stands behind a gap. */
static void put(struct dense *dense, char c, bool gap)
{
    bool names = gap && dense->used && ctext_is_name(dense->text[dense->used - 1]);
    if (names && ctext_is_name(c) && dense->used + 2 < STATEMENT) dense->text[dense->used++] = ' ';
    if (dense->used + 1 < STATEMENT) dense->text[dense->used++] = c;
    dense->text[dense->used] = '\0';
}

static bool is_full(const struct dense *dense)
{
    return dense->used + 2 >= STATEMENT;
}

/* Where a statement at `text` has to have ended: behind LINES lines. */
static const char *last_of(const char *text)
{
    for (int lines = 0; *text && lines < LINES; text++)
        lines += *text == '\n';
    return text;
}

/* From the line's start to the first ';' on it or on the lines that follow. False when there is
 * none, or something behind it. */
static bool statement_text(const char *text, struct dense *out)
{
    const char *end = last_of(text), *next;
    bool line_start = true;
    out->used = 0;
    for (; (next = ctext_next(text, end, &line_start)) < end && !is_full(out); text = next + 1) {
        if (*next != ';') {
            put(out, *next, next > text);
            continue;
        }
        text = next + 1 + strspn(next + 1, " \t}");
        return !*text || *text == '\n' || strncmp(text, "//", 2) == 0 ||
               strncmp(text, "/*", 2) == 0;
    }
    return false;
}

/* Past "if(...)", "else", "for(...)", "{". */
static const char *skip_control(const char *text)
{
    for (;;) {
        if (*text == '{' || *text == '}' || *text == ' ')
            text++;
        else if (strncmp(text, "else", 4) == 0 && !isalnum((unsigned char)text[4]))
            text += 4;
        else if (strncmp(text, "if(", 3) == 0)
            text = ctext_behind(text + 2);
        else if (strncmp(text, "while(", 6) == 0)
            text = ctext_behind(text + 5);
        else
            return text;
    }
}

/* The '=' of the only assignment outside brackets, or NULL. */
static const char *find_assignment(const char *text)
{
    const char *found = ctext_equals(text);
    return found && !ctext_equals(found + 1) ? found : NULL;
}

/* Splits at '*' outside brackets. False when another operator stands there. */
static bool count_factors(const char *text, struct words *words)
{
    const char *first = text, *start = text;
    size_t first_length = 0;
    words->factors = 0;
    words->same = true;
    for (;; text++) {
        if (*text == '(' || *text == '[') {
            text = ctext_behind(text) - 1;
            continue;
        }
        if (*text && strchr("+-/%&|^?<>!,", *text) && !(*text == '-' && text[1] == '>'))
            return false;
        if (*text && *text != '*') continue;
        size_t length = (size_t)(text - start);
        if (words->factors == 0)
            first_length = length;
        else
            words->same &= length == first_length && memcmp(first, start, length) == 0;
        words->factors++;
        if (!*text) return true;
        start = text + 1;
    }
}

/* Does the text so far end a statement or the head of one, or is it none of the language? */
static bool is_closed(const char *text)
{
    size_t length = strlen(text);
    int depth = 0;
    for (size_t i = 0; i < length; i++)
        depth += (text[i] == '(' || text[i] == '[') - (text[i] == ')' || text[i] == ']');
    if (depth > 0) return false;
    if (!length || strchr(";{}", text[length - 1])) return true;
    if (*text == '#' || text[length - 1] == ':') return true;
    return !*skip_control(text);
}

uint32_t words_statement_line(const struct trace *trace, uint32_t source, uint32_t line)
{
    struct dense dense = {.used = 0};
    size_t length;
    uint32_t start = 0; /* 0: not yet at a place where a statement surely begins */
    for (uint32_t i = line > 2 * LINES ? line - 2 * LINES : 1; i < line; i++) {
        const char *now = words_line(trace, source, i, &length), *end = now + length, *next;
        bool line_start = true;
        if (i == 1 && !start) start = 1;
        for (bool gap = true; (next = ctext_next(now, end, &line_start)) < end; now = next + 1) {
            put(&dense, *next, gap || next > now);
            gap = false;
        }
        if (is_full(&dense)) return line;
        if (start && !is_closed(dense.text)) continue;
        start = start || (dense.used && strchr(";{}", dense.text[dense.used - 1])) ? i + 1 : 0;
        dense.used = 0;
        dense.text[0] = '\0';
    }
    return start ? start : line;
}

/* An element and nothing else: "num[i]", "items[i].number". */
static bool is_element(const char *text)
{
    return strpbrk(text, "[.") && ctext_is_element(text);
}

/* The line; a statement that goes on on the next lines, too. */
static void dense_text(const char *text, struct dense *out)
{
    const char *end = last_of(text), *next;
    bool line_start = true;
    out->used = 0;
    out->text[0] = '\0';
    for (; (next = ctext_next(text, end, &line_start)) < end; text = next + 1) {
        bool over = memchr(text, '\n', (size_t)(next - text)) != NULL;
        if (over && out->used && strchr(";{}", out->text[out->used - 1])) return;
        put(out, *next, next > text);
    }
}

/* Past a cast in front of an element: "(double)partial[b]". */
static const char *skip_cast(const char *text)
{
    if (*text != '(') return text;
    const char *inside = text + 1 + strspn(text + 1, "abcdefghijklmnopqrstuvwxyz_0123456789");
    return *inside == ')' && inside > text + 1 ? inside + 1 : text;
}

bool words_adds_element(const struct trace *trace, uint32_t source, uint32_t line)
{
    struct dense dense;
    size_t length;
    const char *start = words_line(trace, source, line, &length);
    if (!length) return false;
    dense_text(start, &dense);
    const char *body = skip_control(dense.text);
    while (strncmp(body, "for(", 4) == 0)
        body = skip_control(ctext_behind(body + 3));
    char *equals = (char *)find_assignment(body), *end = strchr(body, ';');
    if (!end || !equals || equals == body || equals > end || end[1 + strspn(end + 1, "}")])
        return false;
    *end = '\0';
    if (equals[-1] == '+') return is_element(skip_cast(equals + 1));
    size_t target = (size_t)(equals - body);
    return strncmp(equals + 1, body, target) == 0 && equals[1 + target] == '+' &&
           is_element(skip_cast(equals + 2 + target));
}

struct words words_of_line(const struct trace *trace, uint32_t source, uint32_t line)
{
    struct dense dense;
    size_t length;
    struct words words = {.form = WORDS_OTHER};
    const char *start = words_line(trace, source, line, &length);
    if (!length || !statement_text(start, &dense)) return words;
    const char *body = skip_control(dense.text);
    const char *equals = find_assignment(body);
    if (!equals || equals == body) return words;
    if (equals[-1] == '+') {
        words.form = WORDS_ACCUMULATE;
        if (!count_factors(equals + 1, &words)) words.factors = 1;
    } else if (isalnum((unsigned char)equals[-1]) || equals[-1] == ']') {
        if (is_element(equals + 1)) words.form = WORDS_COPY;
    }
    return words;
}

bool words_constant(const struct trace *trace, uint32_t source, uint32_t line)
{
    struct dense dense;
    char *end;
    size_t length;
    const char *start = words_line(trace, source, line, &length);
    if (!length || !statement_text(start, &dense)) return false;
    const char *body = skip_control(dense.text), *equals = find_assignment(body);
    if (!equals || equals == body) return false;
    if (!isalnum((unsigned char)equals[-1]) && !strchr("_])", equals[-1])) return false;
    strtod(equals + 1, &end);
    return end > equals + 1 && !end[strspn(end, "fFuUlL")];
}

/* ---- Operators ------------------------------------------------------------------------------ */

static unsigned function_operation(const char *name, size_t length)
{
    static const struct {
        const char *name;
        unsigned operation;
    } table[] = {{"min", OPERATION_MIN},   {"max", OPERATION_MAX},    {"fmin", OPERATION_MIN},
                 {"fmax", OPERATION_MAX},  {"fminf", OPERATION_MIN},  {"fmaxf", OPERATION_MAX},
                 {"umin", OPERATION_MIN},  {"umax", OPERATION_MAX},   {"llmin", OPERATION_MIN},
                 {"llmax", OPERATION_MAX}, {"__hmin", OPERATION_MIN}, {"__hmax", OPERATION_MAX}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].name) == length && !memcmp(table[i].name, name, length))
            return table[i].operation;
    return 0;
}

/* All operations that stand in an expression, outside index brackets. False: others do, too. */
static bool expression_operations(const char *text, unsigned *found)
{
    for (const char *start = text; *text;) {
        if (ctext_is_name(*text)) {
            size_t length = 0;
            while (ctext_is_name(text[length]) || text[length] == '.')
                length++;
            unsigned operation = text[length] == '(' ? function_operation(text, length) : 0;
            if (text[length] == '(' && !operation) return false;
            *found |= operation;
            text += length;
            continue;
        }
        bool unary = text == start || strchr("(+*,", text[-1]);
        if (*text == '[') {
            text = ctext_behind(text);
            continue;
        }
        if (*text == '-' && text[1] == '>')
            text++;
        else if (*text == '+')
            *found |= OPERATION_ADD;
        else if (*text == '-' && !unary)
            *found |= OPERATION_SUBTRACT;
        else if (*text == '*')
            *found |= unary ? 0 : OPERATION_MULTIPLY;
        else if (!strchr("()., ", *text))
            return false;
        text++;
    }
    return true;
}

unsigned words_operation(const struct trace *trace, uint32_t source, uint32_t line)
{
    struct dense dense;
    size_t length;
    unsigned found = 0;
    const char *start = words_line(trace, source, line, &length);
    if (!length || !statement_text(start, &dense)) return 0;
    const char *body = skip_control(dense.text), *equals = find_assignment(body);
    if (!equals || equals == body || !expression_operations(equals + 1, &found)) return 0;
    if (equals[-1] == '+')
        found |= OPERATION_ADD;
    else if (equals[-1] == '-')
        found |= OPERATION_SUBTRACT;
    else if (equals[-1] == '*')
        found |= OPERATION_MULTIPLY;
    else if (!ctext_is_name(equals[-1]) && !strchr("])", equals[-1]))
        return 0;
    if (!found) return is_element(equals + 1) ? OPERATION_COPY : 0;
    if (found == (OPERATION_ADD | OPERATION_MULTIPLY))
        return equals[-1] == '*' ? 0 : OPERATION_ADD_PRODUCT;
    return found & (found - 1) ? 0 : found;
}

/* Does "else" follow behind the place? */
static bool goes_on(const char *text, size_t at, size_t length)
{
    at++;
    while (at < length && text[at] == ' ')
        at++;
    return at + 4 <= length && strncmp(text + at, "else", 4) == 0;
}

/* The keyword of a loop. */
static bool begins_loop(const char *text, size_t at, size_t length)
{
    static const char *const words[] = {"for", "while"};
    if (at && ctext_is_name(text[at - 1])) return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i]);
        if (at + size >= length || strncmp(text + at, words[i], size) != 0) continue;
        if (!ctext_is_name(text[at + size])) return true;
    }
    return false;
}

bool words_behind_loop(const struct trace *trace, uint32_t source, uint32_t line, uint32_t column)
{
    enum { DEPTHS = 64 };
    size_t length;
    const char *text = words_line(trace, source, line, &length);
    uint64_t loops = 0; /* bit d: a loop that began inside d brackets has not ended */
    unsigned depth = 0;
    for (size_t i = 0; i < length && i + 1 < column; i++) {
        const char c = text[i];
        if (!loops && (c == '"' || (c == '/' && i + 1 < length && strchr("/*", text[i + 1]))))
            return false; /* no need to read those */
        if (begins_loop(text, i, length) && depth < DEPTHS) loops |= UINT64_C(1) << depth;
        if (c == '(' || c == '[' || c == '{') depth++;
        if (c == ')' || c == ']' || c == '}') {
            if (!depth) loops = 0;
            depth -= depth > 0;
        }
        if (depth + 1 < DEPTHS) loops &= (UINT64_C(2) << depth) - 1; /* deeper ones never end */
        const bool ends = c == ';' || c == '}';
        if (ends && depth < DEPTHS && loops >> depth & 1 && !goes_on(text, i, length)) return true;
    }
    return false;
}
