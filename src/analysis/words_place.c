/* Is a name on a line part of a value that is computed there, or does it only decide where and
 * whether something happens? */
#include "analysis/words.h"

#include <ctype.h>
#include <string.h>

enum { TEXT = 1024, LINES = 6 };

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The lines without comments and literals, blanks as one space at most. False: too long. */
static bool gather(const struct trace *trace, uint32_t source, uint32_t first, uint32_t last,
                   char out[TEXT])
{
    size_t used = 0, length;
    for (uint32_t line = first; line <= last; line++) {
        const char *text = words_line(trace, source, line, &length);
        for (size_t i = 0; i < length; i++) {
            if (i + 1 < length && text[i] == '/' && text[i + 1] == '/') break;
            if (i + 1 < length && text[i] == '/' && text[i + 1] == '*') {
                const char *end = memmem(text + i + 2, length - i - 2, "*/", 2);
                if (!end) return false;
                i = (size_t)(end - text) + 1;
                continue;
            }
            if (strchr("\"'\\#", text[i])) return false;
            if (used + 2 >= TEXT) return false;
            if (!isspace((unsigned char)text[i]))
                out[used++] = text[i];
            else if (used && is_name(out[used - 1]) && i + 1 < length && is_name(text[i + 1]))
                out[used++] = ' ';
        }
    }
    out[used] = '\0';
    return true;
}

/* Behind the bracket that closes the one at `text`; its end where none does. */
static const char *behind(const char *text)
{
    int depth = 0;
    for (; *text; text++) {
        depth += strchr("([{", *text) != NULL;
        depth -= strchr(")]}", *text) != NULL;
        if (depth == 0) return text + 1;
    }
    return text;
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
        if (*at == '(' && is_name(at[-1])) return true;
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
            text = behind(text) - 1;
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
    size_t size = strlen(name);
    bool any = false;
    if (!size || source >= trace->source_count || first + LINES < line) return false;
    if (!gather(trace, source, first, line, text)) return false;
    const char *open = condition(text), *close = open ? behind(open) : NULL;
    const char *from = NULL, *to = NULL;
    bool chooses = chooser(close ? close : text, &from, &to);
    if (open && changes(open, close)) open = NULL;
    for (const char *at = strstr(text, name); at; at = strstr(at + size, name)) {
        if ((at > text && is_name(at[-1])) || is_name(at[size])) continue;
        bool tested = open && at > open && at < close && !in_call(open, at);
        tested |= chooses && at > from && at < to && !in_call(from, at);
        if (!tested && !in_index(text, at)) return false;
        any = true;
    }
    return any;
}
