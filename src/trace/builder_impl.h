/* builder_impl.h - what a builder is, for builder*.c only. */
#ifndef SYNCSTEP_TRACE_BUILDER_IMPL_H
#define SYNCSTEP_TRACE_BUILDER_IMPL_H

#include "base/mem.h"
#include "trace/builder.h"
#include "trace/owner.h"

/* A table that grows; VECTOR_PUSH returns the index of the new element. */
#define VECTOR(type)                                                                               \
    struct {                                                                                       \
        type *at;                                                                                  \
        size_t count, capacity;                                                                    \
    }

#define VECTOR_PUSH(vector, value)                                                                 \
    do {                                                                                           \
        MEM_GROW((vector).at, (vector).count, (vector).capacity);                                  \
        (vector).at[(vector).count++] = (value);                                                   \
    } while (0)

struct trace_builder {
    struct trace_owner *owner;
    struct trace trace;
    VECTOR(struct trace_type) types;
    VECTOR(struct trace_source) sources;
    VECTOR(struct trace_site) sites;
    VECTOR(struct trace_allocation) allocations;
    VECTOR(struct trace_launch) launches;
    VECTOR(struct trace_diagnostic) diagnostics;
    VECTOR(struct trace_reading) readings;
    VECTOR(struct trace_result) results;
    /* The launch being built. */
    struct trace_launch launch;
    VECTOR(struct trace_array) arrays;
    VECTOR(struct trace_snapshots) snapshots;
    VECTOR(struct trace_parameter) parameters;
    VECTOR(struct trace_block) blocks;
    VECTOR(struct trace_round) rounds;
    VECTOR(struct trace_request) requests;
    VECTOR(int64_t) scattered;
    VECTOR(uint8_t) values;
    VECTOR(struct trace_timing) timings;
    VECTOR(struct trace_dropped) dropped;
    VECTOR(struct trace_host_write) host_writes;
};

#endif
