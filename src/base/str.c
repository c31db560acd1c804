#include "base/str.h"

#include "base/mem.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What `text` points to while nothing is allocated (capacity 0): never anything but a NUL. */
static char nothing[1];

void str_init(struct str *str)
{
    *str = (struct str){.text = nothing};
}

void str_fini(struct str *str)
{
    if (str->capacity) free(str->text);
    *str = (struct str){.text = NULL};
}

void str_clear(struct str *str)
{
    str->length = 0;
    str->text[0] = 0;
}

static void reserve(struct str *str, size_t more)
{
    if (str->length + more + 1 <= str->capacity) return;
    char *old = str->capacity ? str->text : NULL;
    if (!str->capacity) str->capacity = 64;
    while (str->length + more + 1 > str->capacity)
        str->capacity *= 2;
    str->text = mem_resize(old, str->capacity, 1);
    str->text[str->length] = 0;
}

void str_add(struct str *str, const char *bytes, size_t length)
{
    reserve(str, length);
    memcpy(str->text + str->length, bytes, length);
    str->length += length;
    str->text[str->length] = 0;
}

void str_adds(struct str *str, const char *text)
{
    str_add(str, text, strlen(text));
}

void str_addc(struct str *str, char byte)
{
    str_add(str, &byte, 1);
}

void str_vaddf(struct str *str, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length > 0) {
        reserve(str, (size_t)length);
        vsnprintf(str->text + str->length, (size_t)length + 1, format, again);
        str->length += (size_t)length;
    }
    va_end(again);
}

void str_addf(struct str *str, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str_vaddf(str, format, args);
    va_end(args);
}

char *str_take(struct str *str)
{
    char *text = str->capacity ? str->text : mem_strdup("");
    str_init(str);
    return text;
}

void str_unix_lines(struct str *str)
{
    size_t kept = 0;
    for (size_t i = 0; i < str->length; i++) {
        bool end = str->text[i] == '\r';
        if (end && i + 1 < str->length && str->text[i + 1] == '\n') continue;
        str->text[kept++] = end ? '\n' : str->text[i];
    }
    str->length = kept;
    str->text[kept] = 0;
}

int str_read_file(struct str *str, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return -1;
    char buffer[16384];
    size_t got;
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0)
        str_add(str, buffer, got);
    int failed = ferror(file);
    int saved = errno;
    fclose(file);
    errno = saved;
    return failed ? -1 : 0;
}
