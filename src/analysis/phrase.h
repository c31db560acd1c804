/* phrase.h - inside sentence.c's folder only: what a statement does, as a verb and its operands. */
#ifndef SYNCSTEP_ANALYSIS_PHRASE_H
#define SYNCSTEP_ANALYSIS_PHRASE_H

#include "analysis/sentence.h"

enum phrase_kind {
    PHRASE_ADD,
    PHRASE_SUM,
    PHRASE_MULTIPLY,
    PHRASE_SUBTRACT,
    PHRASE_MIN,
    PHRASE_MAX,
    PHRASE_COPY,
    PHRASE_ACCUMULATE,
    PHRASE_UPDATE,
    PHRASE_ATOMIC,
    PHRASE_READ,
    PHRASE_WRITE,
    PHRASE_READ_WRITE,
    PHRASE_SERIAL_ADD,
    PHRASE_SHUFFLE
};

struct phrase {
    const char *one, *many; /* who, source, target, line */
    const char *verb, *verb_many;
};

extern const struct phrase phrase_table[]; /* by enum phrase_kind; not translated */

/* "each of 64 threads", "63 of 64 threads", "thread 3" (`first`). Returns whether the verb is
 * singular. */
bool phrase_who(const struct round *round, uint32_t threads, uint32_t first, char *out,
                size_t size);

/* "s[t-1] (read in round 1)": a source, and when it was read if not in this round. */
void phrase_source(const struct trace *trace, const struct round *round,
                   const struct round_operand *operand, char *out, size_t size);

/* Does every thread read there what it then writes? */
bool phrase_is_own(const struct round_statement *statement, const struct round_operand *source);

/* Does no index say where it lies? */
bool phrase_nowhere(const struct round_operand *operand);

enum phrase_kind phrase_kind_of(const struct round_statement *statement);
/* What is to be said behind it: that threads go on storing elsewhere; that the line stores to
 * another place too, as in an exchange; that more threads only read there. Both may be empty. */
void phrase_so_on(const struct round_statement *statement, char *out, size_t size);
void phrase_rest(const struct trace *trace, const struct round *round,
                 const struct round_statement *statement, char *out, size_t size);
/* "an atomicAdd()": what is done atomically at a site, as far as its line tells. */
void phrase_function(const struct trace *trace, uint32_t site, char *out, size_t size);
/* Source and target as the phrase of that kind takes them. */
void phrase_operands(const struct trace *trace, const struct round *round,
                     const struct round_statement *statement, enum phrase_kind kind,
                     char source[256], char target[128]);

#endif
