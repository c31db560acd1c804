#include "base/printable.h"

#include <string.h>

void printable(char *text, bool lines)
{
    for (unsigned char *at = (unsigned char *)text; *at; at++) {
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
