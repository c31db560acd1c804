#include "base/printable.h"

#include <string.h>

/* Bytes of the UTF-8 character that begins at `at`; 0 if none does. */
static size_t character(const unsigned char *at)
{
    size_t bytes = *at < 0x80 ? 1 : *at >= 0xc2 && *at < 0xe0 ? 2 : 0;
    if (*at >= 0xe0 && *at < 0xf0) bytes = 3;
    if (*at >= 0xf0 && *at < 0xf5) bytes = 4;
    for (size_t i = 1; i < bytes; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    return bytes;
}

void printable(char *text, bool lines)
{
    size_t bytes;
    for (unsigned char *at = (unsigned char *)text; *at; at += bytes ? bytes : 1) {
        bytes = character(at);
        if (!bytes) *at = '?'; /* some terminals take 0x9b for the begin of a command */
        if (*at == '\t' || (*at == '\n' && lines)) continue;
        if (*at < 0x20 || *at == 0x7f) *at = '?';
        if (*at == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0) at[0] = at[1] = '?';
    }
}

void printable_name(char *text, const char *name)
{
    size_t length = strlen(name);
    if (!length || !strchr(name, '\n')) return;
    for (char *at = text; (at = strstr(at, name)) != NULL; at += length)
        for (size_t i = 0; i < length; i++)
            if (at[i] == '\n') at[i] = '?';
}
