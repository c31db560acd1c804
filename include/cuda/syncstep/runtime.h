/* runtime.h - what the shim headers ask of the emulator's run-time (src/emulator/).
 *
 * The person's program is compiled with call-outs (-fsanitize=thread, -fsanitize-coverage=trace-pc)
 * and linked with libsyncstep_emulator.a instead of the sanitizer's run-time. The shim's own inline
 * functions are always_inline, so that the return address of an ss_* call is a place in the
 * person's code: that address is the site. Nothing in the shim may make an instrumented access of
 * its own: mark such functions SS_QUIET. */
#ifndef SYNCSTEP_CUDA_RUNTIME_H
#define SYNCSTEP_CUDA_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

/* GCC 11 does not have no_sanitize_coverage: there such a function adds itself to the path. */
#if __has_attribute(no_sanitize_coverage)
#define SS_NO_COVERAGE __attribute__((no_sanitize_coverage))
#else
#define SS_NO_COVERAGE
#endif
#define SS_QUIET                                                                                   \
    __attribute__((no_sanitize("thread", "bounds", "signed-integer-overflow",                      \
                               "shift-exponent"))) SS_NO_COVERAGE
/* GCC instruments an always_inline body as part of its caller whatever SS_QUIET says: accesses that
 * must stay unlogged belong into an out-of-line SS_QUIET function. */
#define SS_INLINE inline __attribute__((always_inline))

/* threadIdx and its kin: syncstep/builtins.h; defined and written by the emulator. */

extern "C" {

/* ---- Inside a kernel ---- */

/* Block barrier; returns when every thread of the block that has not exited has arrived. */
void ss_barrier(void);
enum ss_vote { SS_COUNT, SS_AND, SS_OR };
int ss_barrier_vote(int vote, int predicate); /* __syncthreads_count, _and, _or */
void ss_barrier_named(unsigned name, unsigned count); /* bar.sync name, count */
unsigned ss_barrier_named_arrive(unsigned name, unsigned count); /* bar.arrive; the phase */
void ss_barrier_named_wait(unsigned name, unsigned phase);
/* Barriers that are objects: 8 aligned bytes. Arriving gives the number of the phase; a phase is
 * over when it has its arrivals. ss_phase_meet: arrives and waits. */
void ss_phase_begin(void *barrier, unsigned long long count);
unsigned ss_phase_arrive(void *barrier, unsigned long long count, int drops);
unsigned ss_phase_number(const void *barrier); /* of the phase under way */
void ss_phase_wait(const void *barrier, unsigned phase);
int ss_phase_test(const void *barrier, unsigned phase); /* 1: it is over */
void ss_phase_meet(void *barrier);

/* Waits for all lanes of mask that have not exited; orders memory between them. */
void ss_warp_sync(unsigned mask);
/* Shuffles, votes, match, reduce: every lane of mask deposits `value`; when all have, out[lane]
 * holds theirs and the mask of lanes that took part is returned. kind: TRACE_SHUFFLE or TRACE_VOTE;
 * `source` is the lane this lane reads from (shuffles), for the trace. width: bytes of the value.
 */
enum ss_exchange { SS_SHUFFLE = 5, SS_VOTE = 6 }; /* TRACE_SHUFFLE, TRACE_VOTE */
unsigned ss_warp_exchange(int kind, unsigned mask, uint64_t value, int source, unsigned width,
                          uint64_t out[32]);
/* What a shuffle gives whose source lane takes no part: another value in another run. */
uint64_t ss_undefined(uint64_t own);
/* As ss_warp_sync; out[lane] is then where that lane's `mine` points, valid until the next operation
 * of the warp. Returns the lanes that took part. */
unsigned ss_warp_show(unsigned mask, const void *mine, uint64_t out[32]);
unsigned ss_active_mask(void); /* lanes of this warp that stand at this very site now or are bound
                                  to arrive: see src/emulator/warp.cpp */
void ss_grid_sync(void);
int ss_children_wait(void); /* until kernels that the block launched have ended; a cudaError_t */
void ss_fence(int scope); /* 0 block, 1 device, 2 system */
/* Asynchronous copies of the calling thread, as enum trace_copy of syncstep/trace.h has them. */
enum { SS_COPY_BEGIN = 1, SS_COPY_TO_BARRIER, SS_COPY_END, SS_COPY_COMMIT, SS_COPY_WAIT, SS_COPY_WAIT_ALL };
void ss_copies(unsigned what);

/* What a local variable holds before it is set (translator), in programs that are built to find out
 * whether it matters. number: from 1. */
enum ss_local { SS_LOCAL_PLAIN, SS_LOCAL_BOOL, SS_LOCAL_STRUCT };
uint64_t ss_local_fill(unsigned number, int kind); /* of 8 bytes */

/* Logs a read-modify-write of `width` bytes at the caller's site; the shim then does it. */
void ss_atomic(volatile void *address, unsigned width);
void ss_atomic_store(volatile void *address, unsigned width);      /* nothing is read */
void ss_atomic_load(const volatile void *address, unsigned width); /* no update: an atomic read */
void ss_compare_and_swap(volatile void *address, unsigned width); /* the same, and a comparison */
/* Of block scope: atomic to the threads of the block, and to others not. */
void ss_atomic_block(volatile void *address, unsigned width);
void ss_compare_and_swap_block(volatile void *address, unsigned width);
void ss_load(const volatile void *address, unsigned width); /* for accesses made in quiet code */
void ss_store(volatile void *address, unsigned width);      /* call before the store */

uint64_t ss_clock(void); /* the cost model's clocks of this thread */
uint64_t ss_model_nanoseconds(void);
unsigned ss_lane(void), ss_warp(void), ss_sm(void);
[[noreturn]] void ss_trap(const char *why); /* assert, trap: ends the launch with that CUDA error */
[[noreturn]] void ss_thread_exit(void);
int ss_in_kernel(void);
uint64_t ss_shared_address(uint32_t low); /* whose lower half this is: of this block's shared memory */
void *ss_dynamic_shared(void); /* start of this block's dynamic shared memory */
unsigned ss_dynamic_shared_bytes(void);

/* ---- On the host ---- */

struct ss_launch {
    const char *name; /* as written */
    unsigned grid[3], block[3];
    size_t dynamic_bytes;
    uint64_t stream;
    int cooperative;
    const void *site;                    /* a code address in the caller; NULL: ss_launch's return
                                            address (the shim's launch templates are inlined) */
    const void *kernel;                  /* code address of the kernel or NULL */
    void (*call)(const void *arguments); /* runs one thread */
    const void *arguments;
    const uint64_t *pointers; /* the pointer arguments by position; 0 for others */
    unsigned pointer_count;
    unsigned parent; /* 1 + number of the launch whose kernel asked for it; 0: the host */
};

/* What real CUDA would refuse before it starts the kernel: a cudaError_t, 0 = fine. ss_launch asks
 * it first (src/emulator/api_launch.cpp); static_bytes: the block's static shared memory. */
int ss_launch_validate(const struct ss_launch *launch, size_t static_bytes);
/* The same once the kernel is known: max_threads is its __launch_bounds__, 0 = none. */
int ss_launch_bounds_check(const struct ss_launch *launch, unsigned max_threads,
                           size_t static_bytes);
/* At the beginning of kernels with launch bounds or shared arrays (translator). */
void ss_kernel_begins(unsigned max_threads);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"      /* a function and a struct of one name */
int ss_launch(const struct ss_launch *launch); /* runs to the end; a cudaError_t, also remembered */
#pragma GCC diagnostic pop

/* Launches from kernels (src/emulator/api_launch.cpp): ss_launch_later copies request, pointers and
 * the `bytes` that arguments points to; ss_launch_waiting runs what is waiting, in order. */
void ss_launch_later(const struct ss_launch *launch, size_t bytes);
void ss_launch_waiting(void);
int ss_captures(uint64_t stream); /* 1: launches on this stream are kept for a graph, by ss_launch_later */

/* Kernels whose address the program keeps as `void *` (launch.h): what calling them takes. */
struct ss_known {
    const void *kernel;
    unsigned count;       /* of parameters */
    const size_t *bytes;  /* of each */
    /* Runs `base`, whose call, arguments and pointers are filled in from `list`, one address for each
     * parameter. A cudaError_t. */
    int (*launch)(const struct ss_known *known, const struct ss_launch *base, void **list);
    const struct ss_known *next;
};
void ss_kernel_known(struct ss_known *known); /* kept */
const struct ss_known *ss_kernel_find(const void *kernel); /* NULL: none */
int ss_launch_known(const struct ss_launch *base, void **list); /* base->kernel; a cudaError_t */

/* Device memory, aligned to 256 bytes, with red zones. kind: enum trace_allocation_kind. */
void *ss_allocate(int kind, size_t bytes, const char *name, const void *site);
void *ss_allocate_pitched(int kind, size_t pitch, size_t width, size_t height, size_t depth,
                          const char *name, const void *site);
int ss_release(void *pointer, const void *site); /* 0, or -1: not an allocation's start */
struct ss_region {
    uint64_t id;
    char *base;
    size_t bytes;
    int kind;
    const char *name; /* variable in the call that made it, or NULL */
};
int ss_find(const void *pointer, struct ss_region *region); /* 1 found, 0 no device memory */
/* 1: host memory that cudaHostRegister made visible to kernels (src/emulator/api_memory.cpp). */
int ss_host_registered(const void *pointer);
/* A call that reaches beyond the end of device memory (`at` in it) or of a buffer of the host's. The
 * argument's number is what the host's buffer is called by. */
void ss_beyond_device(const char *call, const void *at, size_t bytes, const void *site);
void ss_beyond_host(const char *call, int argument, size_t bytes, size_t has, const void *site);
/* What the compiler knows of the sizes behind a copy's two pointers, (size_t)-1 unknown: for the call
 * that follows. */
void ss_copy_sizes(size_t to, size_t from);
/* Tells of a copy, which the caller then does. */
void ss_transfer(void *to, const void *from, size_t bytes, int kind, const void *site);
void ss_filled(const void *memory, size_t bytes); /* the host has written device memory */
void ss_overwritten(const void *memory, size_t bytes, const void *site); /* ... all of it, or rows */
size_t ss_memory_free(void), ss_memory_total(void);

/* The name of the variable in the allocation call that follows (translator). */
void ss_name_next(const char *name);

/* Errors as real CUDA keeps them: last error, sticky ones. */
int ss_error(int error, int sticky, const char *call, const void *site); /* returns error */
int ss_error_get(int clear); /* cudaGetLastError, cudaPeekAtLastError */
int ss_error_sticky(void);   /* 0, or the error that every call returns from now on */
void ss_device_reset(void);
}

#endif
