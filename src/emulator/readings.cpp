/* readings.cpp - reads of results by the host: see readings.h. */
#include "readings.h"

#include "core.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

using namespace ss;

namespace {

enum {
    WATCHES = 8,          /* the latest copies */
    OPEN = 16,            /* sites that go on reading at the same time */
    FIRST_ROOM = 64,      /* values in a site's first record, */
    NEXT_ROOM = 2048,     /* and in those that go on with it */
    MOST_BYTES = 1 << 20, /* of all records of a run */
};

struct watch {
    uint64_t host, device, copy_site;
    size_t bytes;
    uint32_t after_launch, fresh;
    char *copy; /* what was brought back: whoever changes it unseen is noticed */
};

struct watch watches[WATCHES];
struct spool_reading *open_records[OPEN]; /* in the spool; the latest one last */
size_t used_bytes;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void drop(unsigned i)
{
    free(watches[i].copy);
    readings_watched--;
    memmove(&watches[i], &watches[i + 1], (readings_watched - i) * sizeof *watches);
}

void forget(uint64_t address, size_t bytes)
{
    for (unsigned i = readings_watched; i-- > 0;)
        if (address < watches[i].host + watches[i].bytes && watches[i].host < address + bytes)
            drop(i);
}

/* Did the host write it after the last launch? */
bool is_hosts(const struct spool_reading *r)
{
    return r->fresh > r->after_launch;
}

/* Does this read go on where that record ended? */
bool goes_on(const struct spool_reading *r, const struct spool_reading *read)
{
    if (r->site != read->site || r->after_launch != read->after_launch ||
        r->copy_site != read->copy_site || r->width != read->width || r->count == r->room ||
        is_hosts(r) != is_hosts(read))
        return false;
    return r->count == 1 || r->address + (uint64_t)r->stride * r->count == read->address;
}

void put(struct spool_reading *r, uint64_t at)
{
    char *values = (char *)(r + 1);
    memcpy(values + (size_t)r->count * r->width, (const void *)at, r->width);
    __atomic_store_n(&r->count, r->count + 1, __ATOMIC_RELEASE);
}

/* `like`: the read, without values. */
void begin(const struct spool_reading *like, uint64_t at, bool more)
{
    struct spool_reading *r;
    size_t bytes;
    char *whole;
    uint32_t room = more ? NEXT_ROOM : FIRST_ROOM;

    bytes = (sizeof *r + (size_t)room * like->width + 7) / 8 * 8;
    if (used_bytes + bytes > MOST_BYTES) return;
    used_bytes += bytes;
    whole = (char *)calloc(1, bytes);
    if (!whole) return;
    memcpy(whole, like, sizeof *like);
    ((struct spool_reading *)whole)->room = room;
    r = (struct spool_reading *)spool_host(whole, SPOOL_READING, bytes, NULL);
    free(whole);
    if (!r) return;
    put(r, at);
    memmove(&open_records[0], &open_records[1], sizeof open_records - sizeof *open_records);
    open_records[OPEN - 1] = r;
}

/* What the host wrote to the device's memory, and after how many launches. */
struct host_write {
    uint64_t address, end;
    uint32_t launches;
};

enum { HOST_WRITES = 64 };
struct host_write host_writes[HOST_WRITES]; /* the latest, oldest first */
unsigned host_write_count;
uint32_t forgotten; /* launches at the time of the latest one that is no longer in the list */

/* A loop writes one after the other: an entry that the bytes touch grows. */
bool joined(uint64_t address, uint64_t end, uint32_t launches)
{
    for (unsigned i = host_write_count; i-- > 0;) {
        struct host_write *w = &host_writes[i];

        if (w->launches != launches || address > w->end || end < w->address) continue;
        if (address < w->address) w->address = address;
        if (end > w->end) w->end = end;
        return true;
    }
    return false;
}

/* Launches before this ordinal did not leave what lies there now; rather one too many. */
uint32_t fresh_from(uint64_t address, size_t bytes)
{
    uint32_t fresh = forgotten;
    for (unsigned i = 0; i < host_write_count; i++) {
        const struct host_write *w = &host_writes[i];

        if (address < w->end && w->address < address + bytes && w->launches > fresh)
            fresh = w->launches;
    }
    return fresh;
}

void note(uint64_t device, uint64_t copy_site, uint32_t after_launch, uint32_t fresh, uint64_t at,
          uint32_t width, uint64_t pc)
{
    struct spool_reading like = {};
    bool more = false;

    like.site = site_of(pc);
    like.copy_site = copy_site;
    like.address = device;
    like.width = width;
    like.after_launch = after_launch;
    like.fresh = fresh;
    for (unsigned i = OPEN; i-- > 0;) {
        struct spool_reading *r = open_records[i];

        if (!r || !goes_on(r, &like)) {
            more |= r && r->site == like.site && r->count == r->room;
            continue;
        }
        if (r->count == 1) r->stride = (int64_t)(device - r->address);
        if (r->fresh < fresh) r->fresh = fresh; /* nobody is named on a guess */
        put(r, at);
        return;
    }
    begin(&like, at, more);
}

} // namespace

unsigned readings_watched;

void readings_watch(const void *to, const void *from, size_t bytes, const void *site)
{
    if (bytes > READING_MOST) return;
    char *copy = (char *)malloc(bytes);
    if (!copy) return;
    memcpy(copy, from, bytes);
    pthread_mutex_lock(&lock);
    if (readings_watched == WATCHES) drop(0);
    watches[readings_watched++] = {(uint64_t)to, (uint64_t)from, site_of((uint64_t)site),
                                   bytes,        launch_last(),  fresh_from((uint64_t)from, bytes),
                                   copy};
    pthread_mutex_unlock(&lock);
}

void readings_host_wrote(uint64_t address, size_t bytes)
{
    const uint32_t launches = launch_last() + 1;

    if (!launches) return;
    pthread_mutex_lock(&lock);
    if (!joined(address, address + bytes, launches)) {
        if (host_write_count == HOST_WRITES) {
            if (host_writes[0].launches > forgotten) forgotten = host_writes[0].launches;
            memmove(host_writes, host_writes + 1, sizeof host_writes - sizeof *host_writes);
            host_write_count--;
        }
        host_writes[host_write_count++] = {address, address + bytes, launches};
    }
    pthread_mutex_unlock(&lock);
}

void readings_forget(uint64_t address, size_t bytes)
{
    if (!readings_watched) return;
    pthread_mutex_lock(&lock);
    forget(address, bytes);
    pthread_mutex_unlock(&lock);
}

void readings_access(uint64_t address, uint32_t width, uint64_t pc, bool write)
{
    pthread_mutex_lock(&lock);
    for (unsigned i = readings_watched; i-- > 0;) {
        const struct watch *w = &watches[i];
        uint64_t offset = address - w->host;

        if (offset >= w->bytes || width > w->bytes - offset) continue;
        if (write || memcmp((const void *)address, w->copy + offset, width) != 0)
            drop(i);
        else
            note(w->device + offset, w->copy_site, w->after_launch, w->fresh, address, width, pc);
        break;
    }
    pthread_mutex_unlock(&lock);
}

void readings_in_place(uint64_t address, uint32_t width, uint64_t pc, bool write)
{
    if (launch_last() == UINT32_MAX || launch_running()) return;
    if (write) {
        readings_host_wrote(address, width);
        return;
    }
    pthread_mutex_lock(&lock);
    note(address, 0, launch_last(), fresh_from(address, width), address, width, pc);
    pthread_mutex_unlock(&lock);
}
