/* The fields of each struct in meta.json. A new field is a new row; old files lack it and keep the
 * default. */
#include "trace/fault.h"
#include "trace/meta.h"

#define FIELD(type, member, kind_)                                                                 \
    {                                                                                              \
        .key = #member, .kind = (kind_), .at = offsetof(struct type, member)                       \
    }

static const char *const backends[] = {[TRACE_EMULATOR] = "emulator", [TRACE_GPU] = "gpu", NULL};

static const struct meta_field device[] = {
    FIELD(trace_device, name, META_NAME),
    FIELD(trace_device, driver, META_NAME),
    FIELD(trace_device, runtime, META_NAME),
    FIELD(trace_device, multiprocessors, META_U32),
    FIELD(trace_device, major, META_U32),
    FIELD(trace_device, minor, META_U32),
    FIELD(trace_device, warp_size, META_U32),
    FIELD(trace_device, max_threads_per_block, META_U32),
    FIELD(trace_device, max_threads_per_multiprocessor, META_U32),
    FIELD(trace_device, max_blocks_per_multiprocessor, META_U32),
    FIELD(trace_device, global_bytes, META_U64),
    FIELD(trace_device, shared_bytes_per_block, META_U64),
    FIELD(trace_device, shared_bytes_per_multiprocessor, META_U64),
    FIELD(trace_device, constant_bytes, META_U64),
    FIELD(trace_device, l2_bytes, META_U64),
    FIELD(trace_device, registers_per_block, META_U64),
    FIELD(trace_device, memory_pitch, META_U64),
    FIELD(trace_device, texture_alignment, META_U64),
    FIELD(trace_device, max_threads_dim, META_TRIPLE),
    FIELD(trace_device, max_grid, META_TRIPLE),
    FIELD(trace_device, clock_khz, META_U32),
    FIELD(trace_device, memory_clock_khz, META_U32),
    FIELD(trace_device, memory_bus_bits, META_U32),
    {.key = NULL},
};

const struct meta_field meta_header[] = {
    FIELD(trace, program, META_NAME),
    FIELD(trace, arguments, META_NAME),
    FIELD(trace, defines, META_NAME),
    FIELD(trace, compiler, META_NAME),
    FIELD(trace, as, META_NAME),
    FIELD(trace, schedule, META_NAME),
    FIELD(trace, recorded, META_NAME),
    {.key = "backend", .kind = META_ENUM, .at = offsetof(struct trace, backend), .names = backends},
    FIELD(trace, model_time, META_BOOL),
    {.key = "device", .kind = META_OBJECT, .at = offsetof(struct trace, device), .fields = device},
    FIELD(trace, exit_status, META_INT),
    FIELD(trace, timed_out, META_BOOL),
    {.key = "stdout", .kind = META_TEXT, .at = offsetof(struct trace, output)},
    {.key = "stderr", .kind = META_TEXT, .at = offsetof(struct trace, errors)},
    FIELD(trace, launches_seen, META_U32),
    {.key = NULL},
};

const struct meta_field meta_source[] = {
    FIELD(trace_source, name, META_NAME),
    FIELD(trace_source, own, META_BOOL),
    FIELD(trace_source, text, META_TEXT),
    {.key = NULL},
};

static const char *const type_kinds[] = {[TRACE_SIGNED] = "signed",
                                         [TRACE_UNSIGNED] = "unsigned",
                                         [TRACE_FLOAT] = "float",
                                         [TRACE_BOOL] = "bool",
                                         [TRACE_STRUCT] = "struct",
                                         [TRACE_OPAQUE] = "opaque",
                                         NULL};

const struct meta_field meta_type[] = {
    FIELD(trace_type, name, META_NAME),
    {.key = "kind",
     .kind = META_ENUM,
     .at = offsetof(struct trace_type, kind),
     .names = type_kinds},
    FIELD(trace_type, bytes, META_U32),
    {.key = NULL},
};

const struct meta_field meta_type_field[] = {
    FIELD(trace_field, name, META_NAME),
    FIELD(trace_field, offset, META_U32),
    FIELD(trace_field, type, META_U32),
    FIELD(trace_field, count, META_U32),
    {.key = NULL},
};

const struct meta_field meta_site[] = {
    FIELD(trace_site, source, META_U32),  FIELD(trace_site, line, META_U32),
    FIELD(trace_site, column, META_U32),  FIELD(trace_site, function, META_NAME),
    FIELD(trace_site, joined, META_BOOL), {.key = NULL},
};

const struct meta_field meta_frame[] = {
    FIELD(trace_frame, source, META_U32),
    FIELD(trace_frame, line, META_U32),
    FIELD(trace_frame, column, META_U32),
    FIELD(trace_frame, function, META_NAME),
    {.key = NULL},
};

static const char *const allocation_kinds[] = {[TRACE_DEVICE] = "device",
                                               [TRACE_MANAGED] = "managed",
                                               [TRACE_PINNED] = "pinned",
                                               [TRACE_DEVICE_SYMBOL] = "device-symbol",
                                               [TRACE_CONSTANT_SYMBOL] = "constant-symbol",
                                               [TRACE_HOST] = "host",
                                               [TRACE_UNKNOWN] = "unknown",
                                               NULL};

const struct meta_field meta_allocation[] = {
    FIELD(trace_allocation, name, META_NAME),
    {.key = "kind",
     .kind = META_ENUM,
     .at = offsetof(struct trace_allocation, kind),
     .names = allocation_kinds},
    FIELD(trace_allocation, address, META_U64),
    FIELD(trace_allocation, bytes, META_U64),
    FIELD(trace_allocation, type, META_INDEX),
    FIELD(trace_allocation, source, META_INDEX),
    FIELD(trace_allocation, line, META_U32),
    FIELD(trace_allocation, pitch, META_U64),
    FIELD(trace_allocation, width, META_U64),
    FIELD(trace_allocation, height, META_U64),
    FIELD(trace_allocation, depth, META_U64),
    {.key = NULL},
};

static const struct meta_field time_fields[] = {
    FIELD(trace_time, median, META_DOUBLE),
    FIELD(trace_time, low, META_DOUBLE),
    FIELD(trace_time, high, META_DOUBLE),
    FIELD(trace_time, count, META_U32),
    {.key = NULL},
};

#define TIME_FIELD(member)                                                                         \
    {                                                                                              \
        .key = #member, .kind = META_OBJECT, .at = offsetof(struct trace_launch, member),          \
        .fields = time_fields                                                                      \
    }

const struct meta_field meta_launch[] = {
    FIELD(trace_launch, kernel, META_NAME),
    FIELD(trace_launch, ordinal, META_U32),
    FIELD(trace_launch, parent, META_U32),
    FIELD(trace_launch, grid, META_TRIPLE),
    FIELD(trace_launch, block, META_TRIPLE),
    FIELD(trace_launch, dynamic_bytes, META_U32),
    FIELD(trace_launch, source, META_INDEX),
    FIELD(trace_launch, line, META_U32),
    FIELD(trace_launch, error, META_NAME),
    FIELD(trace_launch, complete, META_BOOL),
    FIELD(trace_launch, accesses, META_U64),
    FIELD(trace_launch, touched_read, META_U64),
    FIELD(trace_launch, touched_written, META_U64),
    TIME_FIELD(plain),
    TIME_FIELD(timed),
    TIME_FIELD(probed),
    {.key = NULL},
};

const struct meta_field meta_array[] = {
    FIELD(trace_array, name, META_NAME),    FIELD(trace_array, function, META_NAME),
    FIELD(trace_array, type, META_U32),     FIELD(trace_array, offset, META_U32),
    FIELD(trace_array, dynamic, META_BOOL), FIELD(trace_array, source, META_INDEX),
    FIELD(trace_array, line, META_U32),     {.key = NULL},
};

const struct meta_field meta_parameter[] = {
    FIELD(trace_parameter, name, META_NAME),
    FIELD(trace_parameter, allocation, META_INDEX),
    FIELD(trace_parameter, offset, META_I64),
    FIELD(trace_parameter, type, META_INDEX),
    {.key = NULL},
};

const struct meta_field meta_host_write[] = {
    FIELD(trace_host_write, allocation, META_U32),
    FIELD(trace_host_write, offset, META_U64),
    FIELD(trace_host_write, bytes, META_U64),
    {.key = NULL},
};

const struct meta_field meta_dropped[] = {
    FIELD(trace_dropped, site, META_U32),
    FIELD(trace_dropped, accesses, META_U64),
    {.key = NULL},
};

static const char *const severities[] = {
    [TRACE_ERROR] = "error", [TRACE_WARNING] = "warning", [TRACE_NOTE] = "note", NULL};

const struct meta_field meta_diagnostic[] = {
    {.key = "kind",
     .kind = META_ENUM,
     .at = offsetof(struct trace_diagnostic, fault),
     .names = trace_fault_names},
    {.key = "severity",
     .kind = META_ENUM,
     .at = offsetof(struct trace_diagnostic, severity),
     .names = severities},
    FIELD(trace_diagnostic, launch, META_INDEX),
    FIELD(trace_diagnostic, next_launch, META_INDEX),
    FIELD(trace_diagnostic, block, META_INDEX),
    FIELD(trace_diagnostic, round, META_INDEX),
    FIELD(trace_diagnostic, thread, META_INDEX),
    FIELD(trace_diagnostic, site, META_INDEX),
    FIELD(trace_diagnostic, source, META_INDEX),
    FIELD(trace_diagnostic, line, META_U32),
    FIELD(trace_diagnostic, other_source, META_INDEX),
    FIELD(trace_diagnostic, other_line, META_U32),
    FIELD(trace_diagnostic, array, META_NAME),
    FIELD(trace_diagnostic, has_index, META_BOOL),
    FIELD(trace_diagnostic, index, META_I64),
    FIELD(trace_diagnostic, dimension, META_U32),
    FIELD(trace_diagnostic, count, META_U64),
    FIELD(trace_diagnostic, message, META_NAME),
    {.key = NULL},
};

const struct meta_field meta_reading[] = {
    FIELD(trace_reading, launch, META_U32), FIELD(trace_reading, allocation, META_U32),
    FIELD(trace_reading, offset, META_I64), FIELD(trace_reading, stride, META_I64),
    FIELD(trace_reading, count, META_U32),  FIELD(trace_reading, width, META_U32),
    FIELD(trace_reading, site, META_U32),   FIELD(trace_reading, copy_site, META_INDEX),
    FIELD(trace_reading, fresh, META_U32),  {.key = NULL},
};
