/* machine.h - the little SIMT machine behind synthetic.h: one launch, one block after another,
 * requests given warp by warp. */
#ifndef TESTS_SUPPORT_MACHINE_H
#define TESTS_SUPPORT_MACHINE_H

#include "trace/builder.h"

enum { MACHINE_THREADS = 1024, MACHINE_ARRAYS = 4 };

/* What all threads of a block did at one site: by thread, -1 = did not take part. */
struct machine_step {
    uint32_t site, object;
    enum trace_kind kind;
    enum trace_space space;
    uint8_t width;
    bool active[MACHINE_THREADS];
    int64_t offset[MACHINE_THREADS];
    uint8_t value[MACHINE_THREADS * 4];
};

struct machine {
    struct trace_builder *builder;
    struct trace_launch *launch;
    struct machine_step *steps; /* of the round */
    size_t step_count, step_capacity;
    uint32_t threads, value_blocks, value_times;
    uint32_t block, block_count;
    uint32_t array_count, array_bytes[MACHINE_ARRAYS];
    uint8_t *memory[MACHINE_ARRAYS], *written[MACHINE_ARRAYS];
    /* Snapshots are collected here until the number of rounds is known. */
    uint8_t *history;
    size_t history_bytes, history_capacity;
    uint32_t rounds;
};

void machine_init(struct machine *m, const struct trace_launch *launch);
void machine_fini(struct machine *m);
uint32_t machine_site(struct machine *m, uint32_t line, uint32_t column, const char *function);
uint32_t machine_allocation(struct machine *m, const char *name, uint64_t address, uint64_t bytes,
                            uint32_t type, uint32_t line);
void machine_array(struct machine *m, const struct trace_array *array);

void machine_block(struct machine *m, uint32_t index);
/* A new step of this round; threads take part by machine_access and machine_arrive. */
size_t machine_step(struct machine *m, uint32_t site, enum trace_kind kind, enum trace_space space,
                    uint32_t object);
/* 4 bytes at element `index` of the step's object; a store to shared memory is carried out. */
void machine_access(struct machine *m, size_t step, int thread, int64_t index, const void *value);
void machine_all(struct machine *m, uint32_t site, enum trace_kind kind); /* every thread */
void machine_round_end(struct machine *m);
void machine_snapshots(struct machine *m); /* after the last block */

#endif
