/* output.cpp - printf in kernels: kept by block, put out in the order of blocks. */
#include "output.h"
#include "core.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace ss {

struct chunk {
    uint32_t block;
    char *text;
    size_t bytes;
    FILE *to;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct chunk *chunks;
static size_t count, capacity;

static void keep(const struct chunk *chunk)
{
    pthread_mutex_lock(&lock);
    if (count == capacity) {
        capacity = capacity * 2 + 64;
        chunks = (struct chunk *)realloc((void *)chunks, capacity * sizeof *chunks);
        if (!chunks) abort();
    }
    chunks[count++] = *chunk;
    pthread_mutex_unlock(&lock);
}

void output_error(struct engine *engine, const char *text)
{
    struct chunk chunk = {engine->block, strdup(text), strlen(text), stderr};

    if (!chunk.text) abort();
    keep(&chunk);
}

void output_block_end(struct engine *engine)
{
    struct chunk chunk = {engine->block, engine->output, engine->output_bytes, stdout};

    if (!engine->output_bytes) return;
    keep(&chunk);
    engine->output = NULL;
    engine->output_bytes = engine->output_capacity = 0;
}

static int by_block(const void *a, const void *b)
{
    const struct chunk *x = (const struct chunk *)a, *y = (const struct chunk *)b;

    return (x->block > y->block) - (x->block < y->block);
}

void output_flush(uint64_t end)
{
    pthread_mutex_lock(&lock);
    if (count) qsort((void *)chunks, count, sizeof *chunks, by_block);
    for (size_t i = 0; i < count; i++) {
        if (chunks[i].block < end) fwrite(chunks[i].text, 1, chunks[i].bytes, chunks[i].to);
        free(chunks[i].text);
    }
    count = 0;
    pthread_mutex_unlock(&lock);
}

static char *room(struct engine *engine, size_t bytes)
{
    if (engine->output_bytes + bytes > engine->output_capacity) {
        engine->output_capacity = engine->output_capacity * 2 + bytes + 1024;
        engine->output = (char *)realloc(engine->output, engine->output_capacity);
        if (!engine->output) abort();
    }
    return engine->output + engine->output_bytes;
}

static int print(const char *format, va_list arguments)
{
    struct engine *engine = ss_hot.engine;
    va_list again;
    int length;

    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0) return length;
    vsnprintf(room(engine, (size_t)length + 1), (size_t)length + 1, format, arguments);
    engine->output_bytes += (size_t)length;
    return length;
}

} // namespace ss

using namespace ss;

extern "C" {
int __real_vprintf(const char *format, va_list arguments);
int __real_puts(const char *text);
int __real_putchar(int c);

int __wrap_vprintf(const char *format, va_list arguments);
int __wrap_vprintf(const char *format, va_list arguments)
{
    return ss_hot.lane ? print(format, arguments) : __real_vprintf(format, arguments);
}

int __wrap_printf(const char *format, ...);
int __wrap_printf(const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = __wrap_vprintf(format, arguments);
    va_end(arguments);
    return length;
}

/* What printf becomes where _FORTIFY_SOURCE is on by default. */
int __wrap___printf_chk(int, const char *format, ...);
int __wrap___printf_chk(int, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = __wrap_vprintf(format, arguments);
    va_end(arguments);
    return length;
}

int __wrap___vprintf_chk(int, const char *format, va_list arguments);
int __wrap___vprintf_chk(int, const char *format, va_list arguments)
{
    return __wrap_vprintf(format, arguments);
}

int __wrap_puts(const char *text);
int __wrap_puts(const char *text)
{
    size_t length;
    char *to;

    if (!ss_hot.lane) return __real_puts(text);
    length = strlen(text);
    to = room(ss_hot.engine, length + 1);
    memcpy(to, text, length);
    to[length] = '\n';
    ss_hot.engine->output_bytes += length + 1;
    return (int)length + 1;
}

int __wrap_putchar(int c);
int __wrap_putchar(int c)
{
    if (!ss_hot.lane) return __real_putchar(c);
    *room(ss_hot.engine, 1) = (char)c;
    ss_hot.engine->output_bytes++;
    return c;
}
}
