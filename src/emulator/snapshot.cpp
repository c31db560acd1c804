/* snapshot.cpp - shared memory at the end of a round: what has changed since the one before. */
#include "record.h"

#include <string.h>

namespace ss {

static const size_t CHUNK = 64;

static void snapshot(struct engine *engine, uint32_t offset, const char *now, char *before,
                     size_t bytes)
{
    struct spool_snapshot *record;

    record = (struct spool_snapshot *)spool_record(&engine->writer, SPOOL_SNAPSHOT,
                                                   (sizeof *record + bytes + 7) / 8 * 8);
    memcpy(before, now, bytes);
    if (!record) return;
    record->launch = engine->launch->ordinal;
    record->block = engine->block;
    record->round = engine->round;
    record->offset = offset;
    record->size = (uint32_t)bytes;
    memcpy((void *)(record + 1), now, bytes);
}

/* The stretches of [now, now + bytes) that differ from `before`, in chunks. */
static void snapshot_changes(struct engine *engine, uint32_t offset, const char *now, char *before,
                             size_t bytes)
{
    for (size_t at = 0; at < bytes;) {
        size_t end = at;

        while (end < bytes) {
            size_t size = bytes - end < CHUNK ? bytes - end : CHUNK;
            if (memcmp(now + end, before + end, size) == 0) break;
            end += size;
        }
        if (end > at) snapshot(engine, offset + (uint32_t)at, now + at, before + at, end - at);
        at = end + CHUNK;
    }
}

void record_snapshot(struct engine *engine)
{
    size_t size = (size_t)(engine->shared_high - engine->shared_low);

    snapshot_changes(engine, (uint32_t)(engine->shared_low - engine->tls), engine->shared_low,
                     engine->before, size);
    snapshot_changes(engine, SPOOL_DYNAMIC, engine->dynamic, engine->before + size,
                     engine->dynamic_bytes);
    spool_commit(&engine->writer);
}

} // namespace ss
