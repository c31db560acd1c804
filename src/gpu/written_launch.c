#include "gpu/written_launch.h"

#include "base/str.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { NEAR = 8 /* lines that a launch may stand away from where its call is said to be */ };

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind the "<...>" that `at` points to; NULL where it does not close in a launch's way. */
static const char *skip_arguments(const char *at)
{
    int angles = 0, brackets = 0;
    for (; *at && *at != ';'; at++) {
        if (strchr("([{", *at)) brackets++;
        if (strchr(")]}", *at)) brackets--;
        if (brackets) continue;
        if (*at == '<') angles++;
        if (*at == '>' && --angles == 0) return at + 1;
    }
    return NULL;
}

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* End of the callee whose last name ends at `at`, NULL where no <<< follows. */
static const char *callee_end(const char *at)
{
    const char *next = skip_blanks(at), *end = at;
    if (*next == '<' && strncmp(next, "<<<", 3) != 0) {
        end = skip_arguments(next);
        if (!end) return NULL;
        next = skip_blanks(end);
    }
    return strncmp(next, "<<<", 3) == 0 ? end : NULL;
}

/* "-DNAME=VALUE"; "-DNAME" is 1. */
static const char *find_define(const char *defines, const char *name, size_t length, size_t *count)
{
    for (const char *at = defines; *at; at += strcspn(at, " ")) {
        at = skip_blanks(at);
        if (strncmp(at, "-D", 2) == 0) at += 2;
        if (strncmp(at, name, length) != 0 || is_word(at[length])) continue;
        const bool valued = at[length] == '=';
        const char *value = valued ? at + length + 1 : "1";
        *count = strcspn(value, " ");
        return value;
    }
    return NULL;
}

/* What a macro without parameters stands for; "" none, NULL: that cannot be said from the text. */
static const char *find_macro(const char *text, const char *name, size_t length, size_t *count)
{
    const char *found = "";
    *count = 0;
    for (const char *at = strchr(text, '#'); at; at = strchr(at + 1, '#')) {
        const char *word = skip_blanks(at + 1);
        if (strncmp(word, "define", 6) != 0) continue;
        word = skip_blanks(word + 6);
        if (strncmp(word, name, length) != 0 || is_word(word[length])) continue;
        if (*found || word[length] == '(') return NULL;
        found = word + length;
        while (*found == ' ' || *found == '\t')
            found++;
        *count = strcspn(found, "\r\n");
        for (size_t i = 0; i + 1 < *count; i++)
            if (found[i] == '/' && (found[i + 1] == '/' || found[i + 1] == '*')) *count = i;
        while (*count && isspace((unsigned char)found[*count - 1]))
            --*count;
        if (!*count || found[*count - 1] == '\\') return NULL;
    }
    return found;
}

struct macros {
    const char *text, *defines;
};

/* Blanks become one blank, macros what they stand for, which may hold macros again. */
static bool spell(struct str *out, const struct macros *macros, const char *from, const char *end,
                  int depth)
{
    if (depth == 8) return false;
    while (from < end) {
        if (isspace((unsigned char)*from)) {
            from = skip_blanks(from);
            str_addc(out, ' ');
            continue;
        }
        const char *word = from;
        while (from < end && is_word(*from))
            from++;
        if (from == word) {
            str_addc(out, *from++);
            continue;
        }
        const size_t length = (size_t)(from - word);
        size_t count = 0;
        const char *macro =
            isdigit((unsigned char)*word) ? "" : find_define(macros->defines, word, length, &count);
        if (!macro) macro = find_macro(macros->text, word, length, &count);
        if (!macro) return false;
        if (!count)
            str_addf(out, "%.*s", (int)length, word);
        else if (!spell(out, macros, macro, macro + count, depth + 1))
            return false;
    }
    return true;
}

/* With what qualifies it: "ns::kernel". */
static const char *callee_begin(const char *text, const char *at)
{
    while (at - text >= 2 && at[-1] == ':' && at[-2] == ':') {
        at -= 2;
        while (at > text && is_word(at[-1]))
            at--;
    }
    return at;
}

const char *gpu_written_launch(struct arena *arena, const char *text, const char *defines,
                               uint32_t line, const char *name)
{
    const struct macros macros = {text, defines};
    const size_t length = strcspn(name, "<");
    const char *best = NULL, *best_end = NULL, *counted = text;
    uint32_t here = 1, distance = NEAR + 1;
    if (!length) return NULL;
    for (const char *at = strstr(text, "<<<"); at; at = strstr(at + 3, "<<<")) {
        for (; counted < at; counted++)
            here += *counted == '\n';
        const uint32_t off = here > line ? here - line : line - here;
        if (off >= distance) continue;
        /* The callee ends at this <<<: its name is the last in front of it that is the kernel's. */
        for (const char *from = at; from > text && strchr(";{}", from[-1]) == NULL; from--) {
            const char *word = from - 1, *end;
            if ((word > text && is_word(word[-1])) || strncmp(word, name, length) != 0 ||
                is_word(word[length]))
                continue;
            end = callee_end(word + length);
            if (!end || skip_blanks(end) != at) continue;
            best = callee_begin(text, word);
            best_end = end;
            distance = off;
            break;
        }
    }
    if (!best) return NULL;
    struct str out;
    str_init(&out);
    const char *written = NULL;
    if (spell(&out, &macros, best, best_end, 0)) written = arena_strdup(arena, out.text);
    str_fini(&out);
    return written;
}
