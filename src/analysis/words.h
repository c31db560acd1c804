/* words.h - what a line of the program says it does, where values were not kept to prove it.
 *
 * A small reader of one assignment: it knows brackets, operators and comments, no more. What the
 * text says is only used when the accesses agree with it (one store, these loads). */
#ifndef SYNCSTEP_ANALYSIS_WORDS_H
#define SYNCSTEP_ANALYSIS_WORDS_H

#include "analysis/value.h"

enum words_form {
    WORDS_OTHER,
    WORDS_COPY,       /* a = b[i] */
    WORDS_ACCUMULATE, /* a += ... */
};

struct words {
    enum words_form form;
    uint32_t factors; /* WORDS_ACCUMULATE: factors of a product that is added, 1 for one term */
    bool same;        /* the factors are the same text: a power */
};

/* The assignment on a line (and those it runs on to); WORDS_OTHER when there is none or several. */
struct words words_of_line(const struct trace *trace, uint32_t source, uint32_t line);

/* Does the line add one element, "sum += partial[b];" or "sum = sum + partial[b];", and nothing
 * else? It may be the body of an if or a loop on the same line. */
bool words_adds_element(const struct trace *trace, uint32_t source, uint32_t line);

/* The operation that the operators of the line's assignment are, as a set of enum operation with at
 * most that one (sums are two); 0 where they are several, others than those, or not to be made out.
 * It tells apart what the data does not; it proves nothing by itself. */
unsigned words_operation(const struct trace *trace, uint32_t source, uint32_t line);

/* The line on which the statement begins that the line belongs to: an expression may go on over
 * several lines. The line itself where that is not clear. */
uint32_t words_statement_line(const struct trace *trace, uint32_t source, uint32_t line);

/* Does the line use the name, and only to decide: in the brackets of an if, while or switch, before
 * the '?' of "a = b ? c : d", as an index or part of one? What is read by it goes into no value.
 * Arguments of calls may: false. */
bool words_no_value(const struct trace *trace, uint32_t source, uint32_t line, const char *name);

/* Does the line assign a number as it stands there, "a[n - 1] = 0.f;", and nothing else? */
bool words_constant(const struct trace *trace, uint32_t source, uint32_t line);

/* Is the column behind a loop that is on the line as a whole, "for (...) s += a[i]; b[t] = s;"?
 * From 1; 0, unknown: false. */
bool words_behind_loop(const struct trace *trace, uint32_t source, uint32_t line, uint32_t column);

/* Does more than one statement stand on the line, "a[t] = 1; b[t] = 2;", "if (t) x = 1; else y =
 * 2;"? The parts of a for's head are none. */
bool words_several(const struct trace *trace, uint32_t source, uint32_t line);

/* The name of the function, "atomicAdd", by which the line changes something atomically; "" where
 * there is none or more than one. Returns `out`. */
const char *words_atomic(const struct trace *trace, uint32_t source, uint32_t line, char *out,
                         size_t size);

/* The line's text, not NUL-terminated. */
const char *words_line(const struct trace *trace, uint32_t source, uint32_t line, size_t *length);

#endif
