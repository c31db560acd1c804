#include "base/str.h"

#include "base/mem.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void str_init(struct str *str)
{
    str->capacity = 64;
    str->length = 0;
    str->text = mem_alloc(str->capacity);
}

void str_fini(struct str *str)
{
    free(str->text);
    str->text = NULL;
    str->length = str->capacity = 0;
}

void str_clear(struct str *str)
{
    str->length = 0;
    str->text[0] = 0;
}

static void reserve(struct str *str, size_t more)
{
    if (str->length + more + 1 <= str->capacity) return;
    while (str->length + more + 1 > str->capacity) str->capacity *= 2;
    str->text = mem_resize(str->text, str->capacity, 1);
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
    char *text = str->text;
    str_init(str);
    return text;
}

int str_read_file(struct str *str, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return -1;
    char buffer[16384];
    size_t got;
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0) str_add(str, buffer, got);
    int failed = ferror(file);
    int saved = errno;
    fclose(file);
    errno = saved;
    return failed ? -1 : 0;
}
