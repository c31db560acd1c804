/* value.h - elements as numbers, and what arithmetic turns some numbers into another.
 *
 * Whether a program "adds" is decided by what was read and what was written, never by a name:
 * operations_of returns every operation that explains a value, and a caller keeps those that
 * explain all values of a statement. */
#ifndef SYNCSTEP_ANALYSIS_VALUE_H
#define SYNCSTEP_ANALYSIS_VALUE_H

#include "syncstep/trace.h"

struct number {
    bool known;   /* false: not kept, or not of an arithmetic type */
    bool integer; /* then `whole` is exact */
    uint8_t bytes;
    int64_t whole;
    double real; /* always filled in */
};

/* Decodes an element of `type`; unknown for structs and opaque types. */
struct number number_of(const struct trace *trace, uint32_t type, const void *bytes);

enum operation {
    OPERATION_COPY = 1,     /* one of the numbers read */
    OPERATION_ADD = 2,      /* the sum of all; integers wrap, floats within a tolerance */
    OPERATION_MULTIPLY = 4, /* the product of all */
    OPERATION_MIN = 8,
    OPERATION_MAX = 16,
    OPERATION_ADD_PRODUCT = 32, /* the product of all but one, added to that one */
    OPERATION_SUBTRACT = 64,    /* one of two minus the other */
    OPERATION_ALL = 127,
};

/* Set of enum operation that make `result` of `count` numbers. With one number: at most COPY. */
unsigned operations_of(const struct number *numbers, uint32_t count, struct number result);

/* OPERATION_ADD_PRODUCT where numbers[own] plus the product of the others is `result`, else 0.
 * There must be at least two others. */
unsigned operation_accumulates(const struct number *numbers, uint32_t count, uint32_t own,
                               struct number result);

/* Do two numbers agree, floats within the tolerance of a sum of magnitude `scale`? */
bool number_agrees(struct number a, struct number b, double scale);

/* a + b as a machine adds them: integers of 4 bytes wrap. */
struct number number_sum(struct number a, struct number b);

#endif
