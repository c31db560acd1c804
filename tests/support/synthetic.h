/* synthetic.h - traces for tests, made by carrying the kernels out in plain C.
 *
 * Each returns a finished trace (trace_destroy it) with source text, sites with lines, values and
 * snapshots, as a recorded run would have. Nothing is stored by hand: the numbers are computed. */
#ifndef TESTS_SUPPORT_SYNTHETIC_H
#define TESTS_SUPPORT_SYNTHETIC_H

#include "syncstep/trace.h"

#include <stdbool.h>

/* Sum of cubes of n numbers rand() % 10 (glibc, unseeded), `grid` blocks of `block` threads (a
 * power of two, at most 1024), tree sum with interleaved or sequential addressing. */
struct trace *synthetic_tree(int n, int grid, int block, bool sequential);

/* Job J: synthetic_tree(1048576, 32, 256, false): 5,275,616 accesses. */
struct trace *synthetic_job(void);

/* The same sum without the barrier inside the loop: threads of a block ran one after another,
 * first to last (`reverse`: last to first). */
struct trace *synthetic_missing_barrier(int n, int grid, int block, bool reverse);

/* C = A B for n x n floats, A[i][j] = (i + j) % 10, B[i][j] = (i + 2 j) % 10, 16 x 16 tiles in two
 * shared 2-D arrays. n is a multiple of 16. */
struct trace *synthetic_matmul(int n);

#endif
