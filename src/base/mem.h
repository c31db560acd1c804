/* mem.h - memory that is always there: allocation failure restores the terminal and ends.
 *
 * mem_* never return NULL. An arena frees everything at once; a vector grows by doubling. */
#ifndef SYNCSTEP_BASE_MEM_H
#define SYNCSTEP_BASE_MEM_H

#include <stddef.h>

void *mem_alloc(size_t bytes);                          /* zeroed; free() it */
void *mem_array(size_t count, size_t size);             /* zeroed, overflow checked; free() it */
void *mem_resize(void *old, size_t count, size_t size); /* overflow checked, tail not zeroed */
char *mem_strdup(const char *text);
char *mem_strndup(const char *text, size_t length);

/* Called once before an out-of-memory message is written, so that the terminal is sane. */
void mem_on_failure(void (*restore)(void));

/* Grows `vec` (a pointer to elements) so that one more than `count` fits in `capacity`. */
#define MEM_GROW(vec, count, capacity)                                                             \
    do {                                                                                           \
        if ((count) >= (capacity)) {                                                               \
            (capacity) = (capacity) ? (capacity)*2 : 16;                                           \
            (vec) = mem_resize((vec), (capacity), sizeof *(vec));                                  \
        }                                                                                          \
    } while (0)

struct arena_chunk;
struct arena {
    struct arena_chunk *chunk;
};

void arena_init(struct arena *arena);
void arena_fini(struct arena *arena);                 /* frees all that came from it */
void *arena_alloc(struct arena *arena, size_t bytes); /* zeroed, aligned to 16 */
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
