/* results.cpp - checksums of what the device hands to the host: see results.h. */
#include "results.h"
#include "unset.h"

#include <pthread.h>
#include <string.h>

namespace ss {

namespace {

/* Of a run; what comes behind is not compared. */
const uint64_t MOST_BYTES = UINT64_C(4) << 30;
enum { MOST_RECORDS = 1 << 16, PIECE = 64 };

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
uint64_t bytes_left = MOST_BYTES;
uint32_t records;

uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* A whole piece: four chains, since a multiplication takes its time. */
uint64_t add_piece(uint64_t hash, const char *at)
{
    uint64_t words[PIECE / 8];

    memcpy(words, at, sizeof words);
    uint64_t a = mix(hash, words[0]), b = mix(1, words[1]), c = mix(2, words[2]),
             d = mix(3, words[3]);

    return mix(mix(mix(mix(a, words[4]), mix(b, words[5])), mix(c, words[6])), mix(d, words[7]));
}

/* The bytes of [offset, offset + bytes) of a piece that `known` has a bit for. */
uint64_t add_bytes(uint64_t hash, const char *piece, unsigned offset, size_t bytes, uint64_t known)
{
    if (bytes == PIECE && known == UINT64_MAX) return add_piece(hash, piece);
    if (!known) return mix(hash, known);
    for (size_t i = offset; i < offset + bytes; i++)
        if (known >> i & 1) hash = mix(hash, (uint64_t)i << 8 | (uint8_t)piece[i]);
    return mix(hash, known);
}

/* The bits of a piece that belong to [at, at + part). */
uint64_t bits_of(uint64_t at, size_t part)
{
    return part == PIECE ? UINT64_MAX : ((UINT64_C(1) << part) - 1) << at % PIECE;
}

size_t part_of(uint64_t at, uint64_t end)
{
    return PIECE - at % PIECE < end - at ? PIECE - at % PIECE : end - at;
}

uint64_t checksum(uint64_t from, size_t bytes)
{
    uint64_t hash = bytes;

    for (uint64_t at = from; at < from + bytes;) {
        unsigned offset = at % PIECE;
        size_t part = part_of(at, from + bytes);

        hash = add_bytes(hash, (const char *)(at - offset), offset, part,
                         unset_known(at) & bits_of(at, part));
        at += part;
    }
    return hash;
}

/* What nobody has written, as far as it looks like it: not all writes are seen. */
void find_unset(uint64_t from, size_t bytes, struct spool_result *result)
{
    const struct region *region = unset_bits() ? arena_at(from) : NULL;
    uint64_t row = 0;

    if (!region || region->kind != TRACE_DEVICE || region->freed) return;
    const uint8_t filling = arena_filling(region);
    for (uint64_t at = from; at < from + bytes;) {
        const size_t part = part_of(at, from + bytes);
        const uint64_t unset = ~unset_known(at) & bits_of(at, part), end = at + part;

        if (!unset) row = 0;
        for (; unset && at < end; at++) {
            bool is = unset >> at % PIECE & 1 && *(const uint8_t *)at == filling;

            row = is ? row + 1 : 0;
            result->unset += is;
            if (row <= result->unset_longest) continue;
            result->unset_longest = row;
            result->unset_first = at + 1 - row;
        }
        at = end;
    }
    result->allocation = result->unset ? region->id : 0;
}

bool room_for(size_t bytes)
{
    pthread_mutex_lock(&lock);
    bool room = bytes <= bytes_left && records < MOST_RECORDS;
    if (room) {
        bytes_left -= bytes;
        records++;
    }
    pthread_mutex_unlock(&lock);
    return room;
}

/* Whether its bytes are a result, and whether it can bring back what is unset. */
void record(uint64_t from, size_t bytes, uint64_t pc, bool handed, bool copied)
{
    struct spool_result result = {};

    handed &= launch_last() != UINT32_MAX;
    if (!spool->results || !room_for(bytes)) return;
    if (copied) find_unset(from, bytes, &result);
    if (!handed && !result.unset) return;
    if (handed) result.hash = checksum(from, bytes);
    result.site = site_of(pc);
    result.after_launch = launch_last();
    spool_host(&result, SPOOL_RESULT, sizeof result, NULL);
}

} // namespace

void results_copied(const void *from, size_t bytes, const void *site)
{
    record((uint64_t)from, bytes, (uint64_t)site, true, true);
}

void results_moved(const void *from, size_t bytes, const void *site)
{
    record((uint64_t)from, bytes, (uint64_t)site, false, true);
}

void results_in_place(struct region *region, uint64_t pc)
{
    uint32_t launches = launch_last() + 1;

    if (!spool->results || launch_running() || region->handed.exchange(launches) == launches)
        return;
    record((uint64_t)region->base, region->bytes, pc, true, false);
}

} // namespace ss
