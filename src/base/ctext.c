#include "base/ctext.h"

#include <ctype.h>
#include <string.h>

bool ctext_is_name(char c)
{
    return c == '_' || isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

const char *ctext_line(const char *text, uint32_t line, size_t *length)
{
    *length = 0;
    for (uint32_t i = 1; i < line; i++) {
        text = strchr(text, '\n');
        if (!text) return "";
        text++;
    }
    *length = strcspn(text, "\n");
    return text;
}

/* Behind a comment or a directive that begins here; NULL: none does. */
static const char *skip(const char *at, bool line_start)
{
    if (at[0] == '/' && at[1] == '/') return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at == '#' && line_start) {
        for (; *at && *at != '\n'; at++)
            if (*at == '\\' && at[1] == '\n') at++;
        return at;
    }
    return NULL;
}

const char *ctext_next(const char *at, const char *end, bool *line_start)
{
    while (at < end && *at) {
        const char *behind = skip(at, *line_start);
        if (behind) {
            at = behind;
            continue;
        }
        if (!isspace((unsigned char)*at)) {
            *line_start = false;
            return at;
        }
        *line_start |= *at++ == '\n';
    }
    return end;
}

size_t ctext_quoted(const char *at)
{
    size_t n = 1;
    while (at[n] && at[n] != *at && at[n] != '\n')
        n += at[n] == '\\' && at[n + 1] ? 2 : 1;
    return at[n] == *at ? n + 1 : n;
}

const char *ctext_behind(const char *text)
{
    int depth = 0;
    for (; *text; text++) {
        depth += *text == '(' || *text == '[' || *text == '{';
        depth -= *text == ')' || *text == ']' || *text == '}';
        if (depth == 0) return text + 1;
    }
    return text;
}

const char *ctext_equals(const char *text)
{
    for (const char *at = text; *at; at++) {
        if (*at == '(' || *at == '[' || *at == '{') {
            const char *behind = ctext_behind(at);
            const bool body = *at == '{' && (at == text || at[-1] == ')' || behind[-1] != '}');
            if (!body) at = behind - 1;
            continue;
        }
        if (*at != '=' || at == text) continue;
        if (at[1] == '=') {
            at++;
            continue;
        }
        bool shift = at - text > 1 && at[-1] == at[-2];
        if (at[-1] == '!' || ((at[-1] == '<' || at[-1] == '>') && !shift)) continue;
        return at;
    }
    return NULL;
}

bool ctext_is_element(const char *text)
{
    if (!ctext_is_name(*text) || isdigit((unsigned char)*text)) return false;
    while (*text)
        if (*text == '[')
            text = ctext_behind(text);
        else if (ctext_is_name(*text) || *text == '.')
            text++;
        else
            return false;
    return true;
}

const char *ctext_find_name(const char *from, const char *text, const char *name)
{
    const size_t size = strlen(name);
    for (const char *at = strstr(text, name); size && at; at = strstr(at + size, name))
        if ((at == from || !ctext_is_name(at[-1])) && !ctext_is_name(at[size])) return at;
    return NULL;
}

bool ctext_has_name(const char *text, const char *name)
{
    return ctext_find_name(text, text, name) != NULL;
}
