/* Is a name on a line part of a value that is computed there, or does it only decide where and
 * whether something happens? */
#include "analysis/words.h"

#include "base/ctext.h"

#include <string.h>

enum { TEXT = 1024, LINES = 6 };

/* The lines without comments and literals, blanks as one space at most. False: too long. */
static bool gather(const struct trace *trace, uint32_t source, uint32_t first, uint32_t last,
                   char out[TEXT])
{
    size_t used = 0, length;
    const char *text = words_line(trace, source, first, &length);
    const char *end = words_line(trace, source, last, &length), *next;
    bool line_start = true;
    for (end += length; (next = ctext_next(text, end, &line_start)) < end; text = next + 1) {
        if (strchr("\"'\\#", *next) || used + 2 >= TEXT) return false;
        if (next > text && used && ctext_is_name(out[used - 1]) && ctext_is_name(*next))
            out[used++] = ' ';
        out[used++] = *next;
    }
    out[used] = '\0';
    return true;
}

static bool changes(const char *from, const char *to)
{
    for (const char *at = from; at < to; at++) {
        if ((*at == '+' || *at == '-') && at + 1 < to && at[1] == *at) return true;
        if (*at != '=') continue;
        if (at + 1 < to && at[1] == '=')
            at++;
        else if (at == from || !strchr("!<>", at[-1]))
            return true;
    }
    return false;
}

/* Of "} else if (a < b) ..." the place of the bracket, or NULL. */
static const char *condition(const char *text)
{
    static const char *const heads[] = {"if(", "while(", "switch("};
    while (*text == '}' || *text == '{' || *text == ' ')
        text++;
    if (strncmp(text, "else", 4) == 0) text += 4 + (text[4] == ' ');
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (strncmp(text, heads[i], strlen(heads[i])) == 0) return text + strlen(heads[i]) - 1;
    return NULL;
}

/* Is it an argument of a call within the brackets that begin at `from`? */
static bool in_call(const char *from, const char *at)
{
    int depth = 0;
    while (--at > from) {
        depth += *at == ')' || *at == ']';
        depth -= *at == '(' || *at == '[';
        if (depth >= 0) continue;
        if (*at == '(' && ctext_is_name(at[-1])) return true;
        depth = 0;
    }
    return false;
}

static bool in_index(const char *text, const char *at)
{
    int depth = 0;
    while (at-- > text) {
        depth += *at == ']';
        depth -= *at == '[';
        if (depth < 0) return true;
    }
    return false;
}

/* In "a = b ? c : d", with nothing else in brackets around it, where b begins and ends. */
static bool chooser(const char *text, const char **from, const char **to)
{
    const char *equals = NULL;
    for (; *text; text++) {
        if (strchr("([", *text)) {
            text = ctext_behind(text) - 1;
            continue;
        }
        if (*text == ';' || *text == ',') return false;
        if (!equals && *text == '=' && text[1] != '=') equals = text;
        if (*text == '=' && text[1] == '=') text++;
        if (*text != '?') continue;
        *from = equals;
        *to = text;
        return equals != NULL;
    }
    return false;
}

bool words_no_value(const struct trace *trace, uint32_t source, uint32_t line, const char *name)
{
    char text[TEXT];
    uint32_t first = words_statement_line(trace, source, line);
    bool any = false;
    if (!*name || source >= trace->source_count || first + LINES < line) return false;
    if (!gather(trace, source, first, line, text)) return false;
    const char *open = condition(text), *close = open ? ctext_behind(open) : NULL;
    const char *from = NULL, *to = NULL;
    bool chooses = chooser(close ? close : text, &from, &to);
    if (open && changes(open, close)) open = NULL;
    for (const char *at = text; (at = ctext_find_name(text, at, name)); at++) {
        bool tested = open && at > open && at < close && !in_call(open, at);
        tested |= chooses && at > from && at < to && !in_call(from, at);
        if (!tested && !in_index(text, at)) return false;
        any = true;
    }
    return any;
}
