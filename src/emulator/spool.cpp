/* spool.cpp - the child's end of the spool: see run/spool.h. */
#include "core.h"

#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ss {

static struct spool_header nobody = {}; /* recorded by nobody: limits are 0, and no room */
struct spool_header *spool = &nobody;
uint64_t image_base, image_low, image_high;

static struct writer host_writer;
static pthread_mutex_t host_lock = PTHREAD_MUTEX_INITIALIZER;

static int find_image(struct dl_phdr_info *info, size_t, void *)
{
    image_base = info->dlpi_addr;
    image_low = UINT64_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];

        if (header->p_type != PT_LOAD) continue;
        if (image_base + header->p_vaddr < image_low) image_low = image_base + header->p_vaddr;
        if (image_base + header->p_vaddr + header->p_memsz > image_high)
            image_high = image_base + header->p_vaddr + header->p_memsz;
    }
    return 1; /* the executable comes first */
}

static struct spool_header *map_spool(void)
{
    const char *name = getenv(SPOOL_ENVIRONMENT);
    struct stat status;
    struct spool_header *header;
    int descriptor;

    if (!name || (descriptor = atoi(name)) <= 2 || fstat(descriptor, &status) != 0 ||
        status.st_size < SPOOL_FIRST)
        return NULL;
    header = (struct spool_header *)mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE,
                                         MAP_SHARED, descriptor, 0);
    if (header == MAP_FAILED) return NULL;
    if (header->magic != SPOOL_MAGIC || header->version != SPOOL_VERSION ||
        header->capacity > (uint64_t)status.st_size) {
        munmap((void *)header, (size_t)status.st_size);
        return NULL;
    }
    /* Programs that this one starts are not to write into it. */
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    unsetenv(SPOOL_ENVIRONMENT);
    return header;
}

void spool_open(void)
{
    struct spool_header *header = map_spool();

    dl_iterate_phdr(find_image, NULL);
    if (header) spool = header;
    spool->image_base = image_base;
}

void spool_leave(void)
{
    nobody.image_base = image_base;
    nobody.schedule = spool->schedule;
    nobody.fill = spool->fill;
    nobody.seed = spool->seed;
    nobody.workers = spool->workers;
    spool = &nobody;
    host_writer = {};
    pthread_mutex_init(&host_lock, NULL); /* another thread may have held it */
}

/* A new segment with room for `least` bytes of records. */
static bool claim(struct writer *writer, size_t least)
{
    uint64_t size = writer->one_of_many ? SPOOL_SMALL : SPOOL_SEGMENT, at;

    if (least + sizeof(struct spool_segment) > size)
        size = (least + sizeof(struct spool_segment) + SPOOL_SMALL - 1) / SPOOL_SMALL * SPOOL_SMALL;
    if (spool == &nobody ||
        __atomic_load_n(&spool->used, __ATOMIC_RELAXED) + size > spool->capacity) {
        if (spool != &nobody) __atomic_fetch_add(&spool->used, size, __ATOMIC_RELAXED);
        return false;
    }
    at = __atomic_fetch_add(&spool->used, size, __ATOMIC_RELAXED);
    if (at + size > spool->capacity) return false;
    writer->segment = (struct spool_segment *)((char *)spool + at);
#ifdef MADV_POPULATE_WRITE
    madvise((void *)((uint64_t)writer->segment & ~4095ull), size,
            MADV_POPULATE_WRITE); /* at once */
#endif
    writer->base = (char *)(writer->segment + 1);
    writer->size = size - sizeof(struct spool_segment);
    writer->filled = 0;
    __atomic_store_n(&writer->segment->size, size, __ATOMIC_RELEASE);
    return true;
}

void spool_commit(struct writer *writer)
{
    if (writer->base) __atomic_store_n(&writer->segment->filled, writer->filled, __ATOMIC_RELEASE);
}

void *spool_reserve(struct writer *writer, size_t least, char **limit)
{
    if (!writer->base || writer->filled + least > writer->size) {
        spool_commit(writer);
        if (!claim(writer, least)) return NULL;
    }
    *limit = writer->base + writer->size;
    return writer->base + writer->filled;
}

void spool_use(struct writer *writer, size_t bytes)
{
    writer->filled += bytes;
    spool_commit(writer);
}

void *spool_record(struct writer *writer, uint32_t type, size_t bytes)
{
    char *limit;
    struct spool_record *record = (struct spool_record *)spool_reserve(writer, bytes, &limit);

    if (!record) return NULL;
    memset((void *)record, 0, bytes);
    record->type = type;
    record->bytes = (uint32_t)bytes;
    writer->filled += bytes; /* visible at the next commit */
    return record;
}

void *spool_append(struct writer *writer, void *record, uint32_t type, size_t bytes,
                   const char *text)
{
    size_t length = text ? strlen(text) + 1 : 0;
    struct spool_record *to =
        (struct spool_record *)spool_record(writer, type, (bytes + length + 7) / 8 * 8);

    if (!to) return NULL;
    ((struct spool_record *)record)->type = type;
    ((struct spool_record *)record)->bytes = to->bytes;
    memcpy((void *)to, record, bytes);
    if (text) memcpy((char *)to + bytes, text, length);
    spool_commit(writer);
    return to;
}

void *spool_host(void *record, uint32_t type, size_t bytes, const char *text)
{
    void *to;

    pthread_mutex_lock(&host_lock);
    to = spool_append(&host_writer, record, type, bytes, text ? text : "");
    pthread_mutex_unlock(&host_lock);
    spool_heartbeat();
    return to;
}

} // namespace ss
