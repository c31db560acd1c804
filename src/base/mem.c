#include "base/mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_CHUNK = 64 * 1024, ARENA_ALIGN = 16 };

static void (*restore_terminal)(void);

void mem_on_failure(void (*restore)(void))
{
    restore_terminal = restore;
}

static _Noreturn void out_of_memory(void)
{
    if (restore_terminal) restore_terminal();
    fputs("syncstep: out of memory\n", stderr);
    exit(1);
}

void *mem_alloc(size_t bytes)
{
    void *block = calloc(1, bytes ? bytes : 1);
    if (!block) out_of_memory();
    return block;
}

void *mem_array(size_t count, size_t size)
{
    void *block = calloc(count ? count : 1, size ? size : 1);
    if (!block) out_of_memory();
    return block;
}

void *mem_resize(void *old, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) out_of_memory();
    size_t bytes = count * size;
    void *block = realloc(old, bytes ? bytes : 1);
    if (!block) out_of_memory();
    return block;
}

char *mem_strndup(const char *text, size_t length)
{
    char *copy = mem_alloc(length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *mem_strdup(const char *text)
{
    return mem_strndup(text, strlen(text));
}

struct arena_chunk {
    struct arena_chunk *next;
    size_t used, size;
    _Alignas(ARENA_ALIGN) unsigned char bytes[];
};

void arena_init(struct arena *arena)
{
    arena->chunk = NULL;
}

void arena_fini(struct arena *arena)
{
    while (arena->chunk) {
        struct arena_chunk *next = arena->chunk->next;
        free(arena->chunk);
        arena->chunk = next;
    }
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX / 2) out_of_memory();
    bytes = (bytes + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
    struct arena_chunk *chunk = arena->chunk;
    if (!chunk || chunk->size - chunk->used < bytes) {
        size_t size = bytes > ARENA_CHUNK ? bytes : ARENA_CHUNK;
        chunk = mem_alloc(sizeof *chunk + size);
        chunk->size = size;
        chunk->next = arena->chunk;
        arena->chunk = chunk;
    }
    void *block = chunk->bytes + chunk->used;
    chunk->used += bytes;
    return block;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
