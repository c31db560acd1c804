/* builder.h - the one way to make a trace: used by the collector, the loader and the tests.
 *
 * Order of calls: builder_create, then types, sources, sites, allocations in any order (indices
 * are returned and may be used at once), launches one after another (launch_begin … launch_end),
 * diagnostics, builder_finish. All strings and arrays are copied; strings are made printable.
 * Nothing here validates for hostile input except builder_finish, which checks every index and
 * range of the whole trace and refuses with one line. */
#ifndef SYNCSTEP_TRACE_BUILDER_H
#define SYNCSTEP_TRACE_BUILDER_H

#include "base/error.h"
#include "base/mem.h"
#include "syncstep/trace.h"

struct trace_builder;

struct trace_builder *builder_create(void);
void builder_destroy(struct trace_builder *builder); /* abandons the trace */

struct trace *builder_trace(struct trace_builder *builder); /* header fields may be set directly */
struct arena *builder_arena(struct trace_builder *builder);
/* A printable copy: control characters (but \n and \t) and broken UTF-8 become U+FFFD. */
const char *builder_text(struct trace_builder *builder, const char *text);
const char *builder_text_n(struct trace_builder *builder, const char *text, size_t length);
/* The same for a name or a message: one line, so \n and \t become spaces. NULL becomes "". */
const char *builder_name(struct trace_builder *builder, const char *name);

uint32_t builder_type(struct trace_builder *builder, const struct trace_type *type);
uint32_t builder_source(struct trace_builder *builder, const struct trace_source *source);
uint32_t builder_site(struct trace_builder *builder, const struct trace_site *site);
uint32_t builder_allocation(struct trace_builder *builder, const struct trace_allocation *a);
/* What was added under an index; until the next addition of its kind. */
const struct trace_site *builder_site_at(const struct trace_builder *builder, uint32_t index);
const struct trace_type *builder_type_at(const struct trace_builder *builder, uint32_t index);
const struct trace_source *builder_source_at(const struct trace_builder *builder, uint32_t index);
struct trace_allocation *builder_allocation_at(struct trace_builder *builder, uint32_t index);
/* One that names no place and happened once. */
struct trace_diagnostic builder_blank_diagnostic(enum trace_fault fault,
                                                 enum trace_severity severity);
void builder_diagnostic(struct trace_builder *builder, const struct trace_diagnostic *diagnostic);
/* Its values, count * width bytes, are copied. */
void builder_reading(struct trace_builder *builder, const struct trace_reading *reading);
void builder_result(struct trace_builder *builder, const struct trace_result *result);
bool builder_reported(const struct trace_builder *builder, enum trace_fault fault); /* by any */

/* Begins a launch; the counts, arrays and rows of `launch` are ignored and built by the calls
 * below. Returns a pointer to the launch being built, whose scalar fields may be set directly. */
struct trace_launch *builder_launch_begin(struct trace_builder *builder,
                                          const struct trace_launch *launch);
uint32_t builder_array(struct trace_builder *builder, const struct trace_array *array);
void builder_parameter(struct trace_builder *builder, const struct trace_parameter *parameter);
/* Blocks in ascending index; rounds are appended to the block begun last, requests to the round
 * begun last. */
void builder_block(struct trace_builder *builder, uint32_t index, bool finished);
void builder_round(struct trace_builder *builder);
/* `offsets`: popcount(mask) byte offsets in lane order, or NULL when request->offset and
 * request->stride say it all; affine ones are recognised and stored so. `values`: popcount(mask)
 * * width bytes in lane order or NULL. Fields scattered, values and the two flags are set here. */
void builder_request(struct trace_builder *builder, const struct trace_request *request,
                     const int64_t *offsets, const void *values);
void builder_timing(struct trace_builder *builder, const struct trace_timing *timing);
void builder_dropped(struct trace_builder *builder, uint32_t site, uint64_t accesses);
void builder_host_write(struct trace_builder *builder, const struct trace_host_write *write);
/* Snapshots: buffers [blocks][rounds][bytes] and [blocks][rounds][count] for array `array`,
 * allocated zeroed in the arena once all blocks and rounds of the launch are known. */
void builder_snapshots(struct trace_builder *builder, uint32_t array, uint8_t **data,
                       uint8_t **written);
void builder_launch_end(struct trace_builder *builder);

/* Room for this many more requests in the launch begun last: a hint that saves copies. */
void builder_reserve(struct trace_builder *builder, uint64_t requests);

/* The finished trace, now the caller's (trace_destroy), or -1: then the builder still exists. */
int builder_finish(struct trace_builder *builder, struct trace **trace, struct error *err);

#endif
