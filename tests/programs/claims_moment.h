/* claims_moment.h - what the requests of a round say, for claims.c. */
#ifndef TESTS_PROGRAMS_CLAIMS_MOMENT_H
#define TESTS_PROGRAMS_CLAIMS_MOMENT_H

#include "analysis/round.h"

struct operand {
    char text[96];     /* as it stands there */
    char name[64];     /* of its array or allocation */
    char index[3][48]; /* "t-1", "*" */
    int dims;
    int read_in; /* -1: in the round at hand */
};

struct moment {
    const struct trace *trace;
    const struct trace_launch *launch;
    uint32_t block;
};

enum doing { READS, WRITES, UPDATES }; /* an atomic operation reads and writes as well */

/* How many threads read (or write, update) the operand in a round; or whether `thread` does, unless
 * it is negative. `line`: of those only that store or update something there; 0: of all. */
long count_threads(const struct moment *m, uint32_t round, const struct operand *operand,
                   enum doing doing, long thread, uint32_t line);
/* How many threads do it on a line: to the array of that name, whatever the index; NULL: to any. */
long count_on_line(const struct moment *m, uint32_t round, uint32_t line, enum doing doing,
                   const char *name);
/* How many threads store by one instruction of the line in more than one place. */
long count_movers(const struct moment *m, uint32_t round, uint32_t line);
/* How often a thread carries out one instruction of the line: the most. */
long count_turns(const struct moment *m, uint32_t round, uint32_t line);

#endif
