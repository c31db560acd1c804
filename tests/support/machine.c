#include "support/machine.h"

#include <stdlib.h>
#include <string.h>

void machine_init(struct machine *m, const struct trace_launch *launch)
{
    memset(m, 0, sizeof *m);
    m->builder = builder_create();
    m->launch = builder_launch_begin(m->builder, launch);
    m->threads = trace_threads(launch);
    m->value_blocks = 4;
    m->value_times = 40;
}

void machine_fini(struct machine *m)
{
    for (uint32_t i = 0; i < m->array_count; i++) {
        free(m->memory[i]);
        free(m->written[i]);
    }
    free(m->steps);
    free(m->history);
}

uint32_t machine_site(struct machine *m, uint32_t line, uint32_t column, const char *function)
{
    struct trace_frame frame = {.line = line, .column = column, .function = function};
    struct trace_site site = {
        .line = line, .column = column, .function = function, .frames = &frame, .frame_count = 1};
    return builder_site(m->builder, &site);
}

uint32_t machine_allocation(struct machine *m, const char *name, uint64_t address, uint64_t bytes,
                            uint32_t type, uint32_t line)
{
    struct trace_allocation a = {.name = name,
                                 .kind = TRACE_DEVICE,
                                 .address = address,
                                 .bytes = bytes,
                                 .type = type,
                                 .line = line};
    uint32_t index = builder_allocation(m->builder, &a);
    struct trace_parameter p = {.name = name, .allocation = index, .type = type};
    builder_parameter(m->builder, &p);
    return index;
}

void machine_array(struct machine *m, const struct trace_array *array)
{
    uint32_t index = builder_array(m->builder, array);
    m->array_bytes[index] = array->bytes;
    m->memory[index] = mem_alloc(array->bytes);
    m->written[index] = mem_alloc(array->count);
    m->array_count = index + 1;
}

void machine_block(struct machine *m, uint32_t index)
{
    builder_block(m->builder, index, true);
    m->block = m->block_count++;
    m->rounds = 0;
    for (uint32_t i = 0; i < m->array_count; i++) {
        memset(m->memory[i], 0, m->array_bytes[i]);
        memset(m->written[i], 0, m->array_bytes[i] / 4);
    }
}

size_t machine_step(struct machine *m, uint32_t site, enum trace_kind kind, enum trace_space space,
                    uint32_t object)
{
    MEM_GROW(m->steps, m->step_count, m->step_capacity);
    struct machine_step *s = &m->steps[m->step_count];
    memset(s->active, 0, sizeof s->active);
    s->site = site;
    s->kind = kind;
    s->space = space;
    s->object = object;
    s->width = kind <= TRACE_ATOMIC ? 4 : 0;
    return m->step_count++;
}

void machine_access(struct machine *m, size_t step, int thread, int64_t index, const void *value)
{
    struct machine_step *s = &m->steps[step];
    s->active[thread] = true;
    s->offset[thread] = index * 4;
    memcpy(s->value + (size_t)thread * 4, value, 4);
    if (s->space != TRACE_SHARED || s->kind == TRACE_LOAD) return;
    memcpy(m->memory[s->object] + index * 4, value, 4);
    m->written[s->object][index] = 1;
}

void machine_all(struct machine *m, uint32_t site, enum trace_kind kind)
{
    size_t step = machine_step(m, site, kind, TRACE_NO_SPACE, TRACE_NONE); /* may move m->steps */
    struct machine_step *s = &m->steps[step];
    memset(s->active, true, m->threads);
    memset(s->offset, 0, sizeof s->offset);
}

static bool request(struct machine *m, const struct machine_step *s, uint32_t warp, bool values)
{
    struct trace_request r = {.site = s->site,
                              .object = s->object,
                              .warp = (uint16_t)warp,
                              .kind = (uint8_t)s->kind,
                              .space = (uint8_t)s->space,
                              .width = s->width};
    int64_t offsets[TRACE_LANES];
    uint8_t bytes[TRACE_LANES * 4];
    int lanes = 0;
    for (uint32_t lane = 0; lane < TRACE_LANES && warp * 32 + lane < m->threads; lane++) {
        uint32_t thread = warp * 32 + lane;
        if (!s->active[thread]) continue;
        r.mask |= 1u << lane;
        offsets[lanes] = s->offset[thread];
        memcpy(bytes + (size_t)lanes++ * 4, s->value + (size_t)thread * 4, 4);
    }
    if (!r.mask) return false;
    if (s->kind <= TRACE_ATOMIC) m->launch->accesses += (uint64_t)lanes;
    builder_request(m->builder, &r, s->width ? offsets : NULL, values ? bytes : NULL);
    return true;
}

void machine_round_end(struct machine *m)
{
    builder_round(m->builder);
    for (uint32_t warp = 0; warp * TRACE_LANES < m->threads; warp++) {
        uint32_t times = 0;
        for (size_t i = 0; i < m->step_count; i++) {
            bool keep = times < m->value_times || m->step_count - i <= m->value_times;
            times += request(m, &m->steps[i], warp, keep && m->block < m->value_blocks);
        }
    }
    m->step_count = 0;
    m->rounds++;
    for (uint32_t i = 0; i < m->array_count; i++) {
        size_t bytes = m->array_bytes[i] + m->array_bytes[i] / 4;
        while (m->history_capacity - m->history_bytes < bytes) {
            m->history_capacity = m->history_capacity ? m->history_capacity * 2 : 65536;
            m->history = mem_resize(m->history, m->history_capacity, 1);
        }
        memcpy(m->history + m->history_bytes, m->memory[i], m->array_bytes[i]);
        memcpy(m->history + m->history_bytes + m->array_bytes[i], m->written[i],
               m->array_bytes[i] / 4);
        m->history_bytes += bytes;
    }
}

void machine_snapshots(struct machine *m)
{
    size_t stride = 0, skip = 0;
    for (uint32_t i = 0; i < m->array_count; i++)
        stride += m->array_bytes[i] + m->array_bytes[i] / 4;
    for (uint32_t i = 0; i < m->array_count; i++) {
        uint8_t *data, *written;
        size_t bytes = m->array_bytes[i], count = bytes / 4;
        builder_snapshots(m->builder, i, &data, &written);
        for (size_t row = 0; row * stride < m->history_bytes; row++) {
            const uint8_t *from = m->history + row * stride + skip;
            memcpy(data + row * bytes, from, bytes);
            memcpy(written + row * count, from + bytes, count);
        }
        skip += bytes + count;
    }
}
