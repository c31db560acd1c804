/* carry_facts.h - inside carry.c only: what the text of one function says of its variables, each
 * asked once. A trace may hold thousands of lines that store, and as many variables. */
#ifndef SYNCSTEP_ANALYSIS_CARRY_FACTS_H
#define SYNCSTEP_ANALYSIS_CARRY_FACTS_H

#include "analysis/carry_text.h"
#include "syncstep/trace.h"

enum { CARRY_NAMES = 32 }; /* variables that go into what a line stores */

struct carry_fact { /* of a name, "v", "v.x", "r[1]" */
    char name[CARRY_NAME];
    bool counts;  /* set somewhere in the function, and no variable of the block's */
    bool fed;     /* `feeds` have been looked for: */
    bool loaded;  /* all that it ever is is loaded, by plain assignments */
    bool changed; /* in place by some statement, it or a part of it: "v *= 2", "v.x = 0", "v++" */
    bool asked_loaded, asked_changed;
    /* The first names that count on the right sides of what sets it. */
    struct carry_fact *feeds[CARRY_NAMES];
    uint32_t feed_count;
    struct carry_fact *next; /* of the same hash */
};

struct carry_function {
    uint32_t source, first, last; /* lines */
    struct assignments all;
    uint32_t *order; /* those that assign, by the root of their name, then in order of the text */
    uint32_t order_count;
    /* Statements that declare variables of the block; with an '&'; with a "++" or "--". */
    struct carry_some {
        uint32_t *at, count;
    } shared, addresses, steps;
    bool *local;  /* [assignment]: what it sets is the function's own, no array of others */
    bool *loaded; /* [assignment]: some site loads what it sets */
    uint32_t *sites, *sites_of; /* those of assignment i: from sites_of[i] to sites_of[i + 1] */
    struct carry_fact *facts[256];
};

/* The part of a statement that a site belongs to: on its line the last that begins before its
 * column. */
struct carry_part {
    const struct carry_function *function; /* NULL: none has been read around it */
    const struct assignment *assignment;   /* NULL: none */
    bool clear;                            /* false where several may be it */
};

/* Reads the function around a line into memory of the arena but for all.at, and finds the parts of
 * its sites: parts has one for each of the trace. */
struct carry_function *carry_function_read(const struct trace *trace, uint32_t source,
                                           uint32_t line, struct arena *arena,
                                           struct carry_part *parts);

struct carry_fact *carry_fact_of(struct carry_function *f, struct arena *arena, const char *name);
void carry_feed(struct carry_function *f, struct arena *arena, struct carry_fact *fact);
bool carry_only_loaded(const struct carry_function *f, struct carry_fact *fact);
bool carry_changed(const struct carry_function *f, struct carry_fact *fact);

/* The assignments *i to the one before the end returned are those of f->order whose names may mean
 * the same variable. */
uint32_t carry_assigns(const struct carry_function *f, const char *name, uint32_t *i);

/* Likewise those of f->all whose statements stand on a line. */
uint32_t carry_on_line(const struct carry_function *f, uint32_t line, uint32_t *i);

/* Adds a name to a list without those that are there, of CARRY_NAMES at most. */
void carry_add_name(struct carry_fact **names, uint32_t *count, struct carry_fact *name);

#endif
