/* sentence.h - what happened in a round, in one or two lines of plain language.
 *
 * Made from the data of analysis/round.h alone: who did what to which slots, on which line, in
 * which warps, and what is new about it. A verb such as "add" is used only where the values prove
 * it. All text goes through gettext; formats always take who, source, target, line in this order,
 * so that a translation may number them. */
#ifndef SYNCSTEP_ANALYSIS_SENTENCE_H
#define SYNCSTEP_ANALYSIS_SENTENCE_H

#include "analysis/round.h"

enum { SENTENCE_TEXT = 512 };

/* "Round 6: 4 of 256 threads add shared[t+32] to shared[t] (line 41), one in each of ..." */
void sentence_round(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t round,
                    char *out, size_t size);

/* Two rounds side by side, left and right: what each pays for what it does. */
void sentence_compare(const struct round *left, const struct round *right, char *out, size_t size);

/* "thread 64", in two- and three-dimensional blocks "thread (5,3)". */
void sentence_thread(const struct trace_launch *launch, uint32_t thread, char *out, size_t size);
/* The same without the word: "0", "(0,1)". */
void sentence_thread_number(const struct trace_launch *launch, uint32_t thread, char *out,
                            size_t size);

/* "shared[t+32]", "As[ty][*]", "num": an operand as people write it. */
void sentence_operand(const struct trace *trace, const struct round *round,
                      const struct round_operand *operand, char *out, size_t size);

/* "0, 2, 4, 6" or "0-3, 7"; at most `columns` cells, else "". Bits of a set of `count` warps. */
void sentence_list(const bool *set, uint32_t count, int columns, char *out, size_t size);

/* What one line does, "adds", "copies": for tables. `one`: the singular. */
const char *sentence_verb(const struct round_statement *statement, bool one);

/* Is that verb proved by the values, and not only that it reads and writes? */
bool sentence_is_proved(const struct round_statement *statement);

/* "128 cubes": what each thread adds to its own slot. False when it does not. */
bool sentence_addends(const struct round_statement *statement, char *out, size_t size);

/* Number of additions of a line, of a round (in stores proved to be sums of slots); 0 if not
 * proved. A sum of n slots takes n - 1; n where they are added to what the slot held. */
uint64_t sentence_statement_additions(const struct round_statement *statement);
uint64_t sentence_additions(const struct round *round);

#endif
