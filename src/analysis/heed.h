/* heed.h - within the race detector: what the program's text does with what it has read.
 *
 * A trace tells who read what, not why. Whether a thread went on because of the number that its
 * atomic gave it, or a plain read is only a guess that a compare and swap then checks, is in the
 * text: a small reader of C++ statements (brackets, conditions, assignments) follows names through
 * one function. Where it cannot tell, it says the harmless of both. Not for other modules. */
#ifndef SYNCSTEP_ANALYSIS_HEED_H
#define SYNCSTEP_ANALYSIS_HEED_H

#include "syncstep/trace.h"

/* True when the thread comes to the read whatever its atomic returns: the result is thrown away, or
 * no condition before the read has to do with it. Both are sites. */
bool heed_ignores(const struct trace *trace, uint32_t atomic, uint32_t read);

/* True when the value of the read reaches memory (or the output) though the compare and swap does
 * not make sure that it was right. */
bool heed_leaks(const struct trace *trace, uint32_t read, uint32_t swap);

/* What a store writes, when the text says that it is the same whichever thread stores it
 * (`found = true;`, `found = FOUND;`): equal numbers for equal statements, 0 where the text does
 * not tell. */
uint64_t heed_constant(const struct trace *trace, uint32_t store);

/* How two accesses of one function stand to each other in its text. */
struct heed_pair {
    bool known;   /* the text tells; else all are false */
    bool loop;    /* there is a loop around both */
    bool branch;  /* and within it, or without one, an if (or its else) around both */
    bool apart;   /* likewise, one stands behind an if and the other behind its else */
    bool alone;   /* a loop is around one of the two and not around the other */
    bool cases;   /* a switch is around both */
    bool asked;   /* the one further up stands in the condition of an if around the other */
    bool sure[2]; /* the one further up, the one further down: no if, switch or further loop within
                     the loop around both (or the function) keeps a thread from it */
    struct heed_exit {
        uint32_t line;    /* 0: there is none */
        const char *word; /* return, continue, break */
    } exits[3];           /* behind an if: before both, between them, behind them; they end the turn
                             of the loop around both, that loop or the function */
};

struct heed_pair heed_pair(const struct trace *trace, uint32_t first, uint32_t second);

#endif
