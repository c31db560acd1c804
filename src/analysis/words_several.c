/* What a line holds beside one assignment: several statements, an atomic function. */
#include "analysis/words.h"

#include "base/ctext.h"

#include <stdio.h>
#include <string.h>

/* A member of cuda::atomic_ref and kin. */
static bool is_member(const char *name)
{
    return !strncmp(name, "fetch_", 6) || !strncmp(name, "exchange", 8) ||
           !strncmp(name, "compare_exchange", 16);
}

bool words_several(const struct trace *trace, uint32_t source, uint32_t line)
{
    size_t length;
    const char *at = words_line(trace, source, line, &length), *end = at + length;
    bool line_start = true, ended = false;
    int depth = 0;
    while ((at = ctext_next(at, end, &line_start)) < end) {
        const size_t quoted = *at == '"' || *at == '\'' ? ctext_quoted(at) : 1;
        if (ended && !strchr(";{}", *at)) return true;
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
        ended |= *at == ';' && depth <= 0;
        at = (size_t)(end - at) > quoted ? at + quoted : end;
    }
    return false;
}

const char *words_atomic(const struct trace *trace, uint32_t source, uint32_t line, char *out,
                         size_t size)
{
    static const char start[] = "atomic";
    size_t length, found = 0;
    const char *at = words_line(trace, source, line, &length), *end = at + length;
    bool line_start = true;
    out[0] = '\0';
    while ((at = ctext_next(at, end, &line_start)) < end) {
        size_t name = 0;
        if (*at == '"' || *at == '\'') name = ctext_quoted(at);
        const bool quoted = name > 0;
        while (!quoted && at + name < end && ctext_is_name(at[name]))
            name++;
        const size_t head = sizeof start - 1;
        const bool calls = !quoted && name > head && memcmp(at, start, head) == 0 &&
                           at + name < end && at[name] == '(' && name < size;
        const bool other = calls && found && (found != name || memcmp(out, at, name) != 0);
        if (other || (!quoted && is_member(at))) {
            out[0] = '\0';
            return out;
        }
        if (calls) snprintf(out, size, "%.*s", (int)(found = name), at);
        name = name ? name : 1;
        at = (size_t)(end - at) > name ? at + name : end;
    }
    return out;
}
