/* converge.h - lanes that part at a branch meet again behind it, in instrumented code too.
 *
 * For compute capability 8.0 and up ptxas puts a YIELD at the start of every function that is
 * called and has an atomic operation with a result: lest a lock be waited for for ever. Lanes that
 * wait at the end of a branch for one that is in such a function then go on without it, and stay
 * apart (seen on compute capability 9.0: `if (t == 0) *p = clock();` in front of a loop doubled the
 * requests of the loop). The program's own code has no YIELD there, and the probe's functions wait
 * for nobody: theirs are made NOPs. */
#ifndef SYNCSTEP_GPU_CONVERGE_H
#define SYNCSTEP_GPU_CONVERGE_H

#include <stddef.h>

/* In the probe's functions (probe.cu). Returns how many were replaced; 0 also where `image` is not
 * a cubin. */
size_t gpu_converge(unsigned char *image, size_t bytes);
/* The same to a file; -1: it cannot be read or written. */
int gpu_converge_file(const char *path);

#endif
