#include "gpu/target/inside.h"

#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static struct spool_header nobody;
struct spool_header *inside_spool = &nobody;

static uint64_t image_base;
static struct spool_segment *segment;
static uint64_t segment_filled;
static struct spool_record *open_record; /* its real size is known when it is closed */

static int find_image(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    image_base = info->dlpi_addr;
    return 1; /* the executable comes first */
}

static struct spool_header *map_spool(void)
{
    const char *text = getenv(SPOOL_ENVIRONMENT);
    struct stat status;
    const int descriptor = text ? atoi(text) : -1;
    if (descriptor <= 2 || fstat(descriptor, &status) != 0 || status.st_size < SPOOL_FIRST)
        return NULL;
    struct spool_header *header =
        mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (header == MAP_FAILED) return NULL;
    if (header->magic != SPOOL_MAGIC || header->version != SPOOL_VERSION ||
        header->capacity > (uint64_t)status.st_size) {
        munmap(header, (size_t)status.st_size);
        return NULL;
    }
    fcntl(descriptor, F_SETFD, FD_CLOEXEC); /* programs that this one starts do not write there */
    unsetenv(SPOOL_ENVIRONMENT);
    return header;
}

void outbox_open(void)
{
    static bool opened;
    if (opened) return;
    opened = true;
    dl_iterate_phdr(find_image, NULL);
    struct spool_header *header = map_spool();
    if (header) inside_spool = header;
    inside_spool->image_base = image_base;
}

uint64_t inside_site(const void *address)
{
    return address ? INSIDE_HOST_SITE | ((uint64_t)(uintptr_t)address - image_base) : 0;
}

static bool claim(size_t least)
{
    uint64_t size = SPOOL_SEGMENT;
    segment = NULL;
    if (least + sizeof *segment > size)
        size = (least + sizeof *segment + SPOOL_SEGMENT - 1) / SPOOL_SEGMENT * SPOOL_SEGMENT;
    if (inside_spool->capacity == 0) return false;
    const uint64_t at = __atomic_fetch_add(&inside_spool->used, size, __ATOMIC_RELAXED);
    if (at + size > inside_spool->capacity) return false;
    segment = (struct spool_segment *)((char *)inside_spool + at);
    segment_filled = 0;
    __atomic_store_n(&segment->size, size, __ATOMIC_RELEASE);
    return true;
}

static void close_record(void)
{
    if (open_record) segment_filled += (open_record->bytes + 7u) & ~7u;
    open_record = NULL;
}

void *outbox_open_record(uint32_t type, size_t most)
{
    struct spool_record *record = outbox_record(type, most);
    if (!record) return NULL;
    segment_filled -= record->bytes;
    return open_record = record;
}

void *outbox_record(uint32_t type, size_t bytes)
{
    close_record();
    const size_t padded = (bytes + 7) & ~(size_t)7;
    if (!segment || segment_filled + padded > segment->size - sizeof *segment) {
        outbox_commit();
        if (!claim(padded)) return NULL;
    }
    struct spool_record *record = (struct spool_record *)((char *)(segment + 1) + segment_filled);
    memset(record, 0, padded);
    *record = (struct spool_record){.type = type, .bytes = (uint32_t)padded};
    segment_filled += padded;
    return record;
}

void outbox_commit(void)
{
    close_record();
    if (segment) __atomic_store_n(&segment->filled, segment_filled, __ATOMIC_RELEASE);
    __atomic_fetch_add(&inside_spool->heartbeat, 1, __ATOMIC_RELAXED);
}

void outbox_text(uint32_t type, void *record, size_t fixed, const char *text)
{
    char *to = outbox_record(type, fixed + strlen(text) + 1);
    if (!to) return;
    memcpy(to + sizeof(struct spool_record), (char *)record + sizeof(struct spool_record),
           fixed - sizeof(struct spool_record));
    strcpy(to + fixed, text);
    outbox_commit();
}

void outbox_note(enum trace_fault fault, enum trace_severity severity, uint32_t launch,
                 const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct spool_diagnostic d = {.fault = fault,
                                 .severity = severity,
                                 .launch = launch,
                                 .block = UINT32_MAX,
                                 .round = UINT32_MAX,
                                 .thread = UINT32_MAX,
                                 .space = TRACE_NO_SPACE,
                                 .count = 1};
    outbox_text(SPOOL_DIAGNOSTIC, &d, sizeof d, text);
}
