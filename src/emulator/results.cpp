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

void record(uint64_t from, size_t bytes, uint64_t pc)
{
    struct spool_result result = {};
    uint64_t hash = bytes;

    if (!spool->results || launch_last() == UINT32_MAX) return;
    pthread_mutex_lock(&lock);
    bool room = bytes <= bytes_left && records < MOST_RECORDS;
    if (room) {
        bytes_left -= bytes;
        records++;
    }
    pthread_mutex_unlock(&lock);
    if (!room) return;
    for (uint64_t at = from; at < from + bytes;) {
        unsigned offset = at % PIECE;
        size_t part = PIECE - offset < from + bytes - at ? PIECE - offset : from + bytes - at;
        uint64_t asked = part == PIECE ? UINT64_MAX : ((UINT64_C(1) << part) - 1) << offset;

        hash = add_bytes(hash, (const char *)(at - offset), offset, part, unset_known(at) & asked);
        at += part;
    }
    result.hash = hash;
    result.site = site_of(pc);
    result.after_launch = launch_last();
    spool_host(&result, SPOOL_RESULT, sizeof result, NULL);
}

} // namespace

void results_copied(const void *from, size_t bytes, const void *site)
{
    record((uint64_t)from, bytes, (uint64_t)site);
}

void results_in_place(struct region *region, uint64_t pc)
{
    uint32_t launches = launch_last() + 1;

    if (!spool->results || launch_running() || region->handed.exchange(launches) == launches)
        return;
    record((uint64_t)region->base, region->bytes, pc);
}

} // namespace ss
