/* carry_text.h - inside carry.c only: the assignments of one function, from its text. */
#ifndef SYNCSTEP_ANALYSIS_CARRY_TEXT_H
#define SYNCSTEP_ANALYSIS_CARRY_TEXT_H

#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CARRY_NAME = 48 };

/* One assignment, "v = s[t]", "int v = s[t]", "r[1] += s[t]"; a statement without one has no name
 * and is `right` as a whole. Without blanks but those between words. */
struct assignment {
    uint32_t first, last;  /* lines of its statement */
    uint32_t line, column; /* where it begins */
    char name[CARRY_NAME]; /* "v", "v.x", "r[1]"; "": none, or none that is always the same */
    bool indexed;          /* "r[1]", "r[i]" */
    bool declares;         /* with its type in front, and not as shared memory */
    bool compound;         /* "+=" and the like, or its own value stands on the right */
    bool assigns;
    const char *right;
};

struct assignments {
    struct assignment *at;
    uint32_t count, capacity;
};

/* Those of the function around a line of the text, in memory of the arena but for all->at, and on
 * which lines it stands. */
void carry_read(const char *text, uint32_t line, struct arena *arena, struct assignments *all,
                uint32_t *first, uint32_t *last);

/* The next name in `text` at or behind *at that stands outside index brackets, "v", "v.x" or
 * "r[1]", and is neither a function nor a number; false: there is none. */
bool carry_next_name(const char *text, size_t *at, char name[CARRY_NAME]);

/* Do both names mean the same variable, or one a member of the other? */
bool carry_same_name(const char *a, const char *b);

#endif
