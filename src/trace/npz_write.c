#include "base/mem.h"
#include "trace/columns.h"
#include "trace/meta.h"
#include "trace/npy.h"
#include "trace/npz.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

/* 1980-01-01, the first day that a ZIP knows. */
enum { DOS_DATE = 0x21, DOS_TIME = 0, DEFLATE_LEVEL = 6 };

struct writer {
    zip_t *zip;
    struct error *err;
    int status;
    char prefix[32]; /* "launch0" */
};

/* Adds a file whose bytes (from malloc) the archive takes over. */
static void add_bytes(struct writer *w, const char *name, char *bytes, size_t length)
{
    if (w->status) {
        free(bytes);
        return;
    }
    zip_source_t *source = zip_source_buffer(w->zip, bytes, length, 1);
    zip_int64_t index = source ? zip_file_add(w->zip, name, source, ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0) {
        if (source) zip_source_free(source);
        w->status = error_set(w->err, "%s: %s", name, zip_strerror(w->zip));
        return;
    }
    zip_set_file_compression(w->zip, (zip_uint64_t)index, ZIP_CM_DEFLATE, DEFLATE_LEVEL);
    zip_file_set_dostime(w->zip, (zip_uint64_t)index, DOS_TIME, DOS_DATE, 0);
}

static void add_array(struct writer *w, const char *name, const char *descr,
                      const struct npy_shape *shape, const void *data, size_t length)
{
    struct str file;
    char path[1200];
    str_init(&file);
    npy_header(&file, descr, shape);
    if (length) str_add(&file, data, length);
    snprintf(path, sizeof path, "%s.%s.npy", w->prefix, name);
    size_t size = file.length;
    add_bytes(w, path, str_take(&file), size);
    str_fini(&file);
}

static void add_vector(struct writer *w, const char *name, const char *descr, uint64_t count,
                       const void *data, size_t size)
{
    struct npy_shape shape = {{count}, 1};
    add_array(w, name, descr, &shape, data, count * size);
}

/* Integers in the smallest type that holds them all. */
static void add_signed(struct writer *w, const char *name, const int64_t *from, uint64_t count)
{
    static const char *const descr[] = {"'|i1'", "'<i2'", "'<i4'", "'<i8'"};
    int64_t low = 0, high = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (from[i] < low) low = from[i];
        if (from[i] > high) high = from[i];
    }
    int size = 0;
    while (size < 3 && (low < -(INT64_C(1) << (8 * (1 << size) - 1)) ||
                        high >= INT64_C(1) << (8 * (1 << size) - 1)))
        size++;
    uint8_t *packed = mem_array(count, (size_t)1 << size);
    for (uint64_t i = 0; i < count; i++)
        memcpy(packed + (i << size), &from[i], (size_t)1 << size); /* little endian */
    add_vector(w, name, descr[size], count, packed, (size_t)1 << size);
    free(packed);
}

static void add_unsigned(struct writer *w, const char *name, const uint32_t *from, uint64_t count)
{
    static const char *const descr[] = {"'|u1'", "'<u2'", "'<u4'"};
    uint32_t high = 0;
    for (uint64_t i = 0; i < count; i++)
        if (from[i] > high) high = from[i];
    int size = high > UINT16_MAX ? 2 : high > UINT8_MAX ? 1 : 0;
    uint8_t *packed = mem_array(count, (size_t)1 << size);
    for (uint64_t i = 0; i < count; i++)
        memcpy(packed + (i << size), &from[i], (size_t)1 << size);
    add_vector(w, name, descr[size], count, packed, (size_t)1 << size);
    free(packed);
}

static void add_snapshots(struct writer *w, const struct trace *t, const struct trace_launch *l,
                          uint32_t index)
{
    const struct trace_array *a = &l->arrays[index];
    const struct trace_snapshots *s = &l->snapshots[index];
    struct npy_shape shape = {{l->block_count, s->rounds}, 2 + a->dim_count};
    char key[1024], name[1100];
    struct str descr;
    if (!s->data) return;
    for (uint32_t i = 0; i < a->dim_count; i++)
        shape.dims[2 + i] = a->dims[i];
    str_init(&descr);
    npy_descr(&descr, t, a->type);
    trace_array_key(t, l, index, key, sizeof key);
    uint64_t rows = (uint64_t)l->block_count * s->rounds;
    snprintf(name, sizeof name, "snapshot.%s", key);
    add_array(w, name, descr.text, &shape, s->data, rows * a->bytes);
    snprintf(name, sizeof name, "written.%s", key);
    add_array(w, name, "'|b1'", &shape, s->written, rows * a->count);
    str_fini(&descr);
}

static void add_blocks(struct writer *w, const struct trace_launch *l)
{
    uint32_t *column = mem_array(l->block_count, sizeof *column);
    uint8_t *finished = mem_alloc(l->block_count);
    for (uint32_t i = 0; i < l->block_count; i++)
        column[i] = l->blocks[i].index;
    add_vector(w, "blocks", "'<u4'", l->block_count, column, 4);
    for (uint32_t i = 0; i < l->block_count; i++) {
        column[i] = l->blocks[i].rounds;
        finished[i] = l->blocks[i].finished;
    }
    add_vector(w, "rounds", "'<u4'", l->block_count, column, 4);
    add_vector(w, "finished", "'|b1'", l->block_count, finished, 1);
    free(column);
    free(finished);
}

static void add_launch(struct writer *w, const struct trace *t, uint32_t index)
{
    const struct trace_launch *l = &t->launches[index];
    struct columns c;
    snprintf(w->prefix, sizeof w->prefix, "launch%u", index);
    add_blocks(w, l);
    for (uint32_t i = 0; i < l->array_count; i++)
        add_snapshots(w, t, l, i);
    columns_init(&c, l);
    add_vector(w, "shapes", COLUMN_SHAPE_DESCR, c.shape_count, c.shapes, sizeof *c.shapes);
    add_unsigned(w, "requests.count", c.counts, c.round_count);
    add_unsigned(w, "requests.shape", c.shape, c.request_count);
    add_unsigned(w, "requests.warp", c.warp, c.request_count);
    add_unsigned(w, "requests.valued", c.valued, c.request_count);
    add_signed(w, "requests.offset", c.offset, c.request_count);
    add_signed(w, "requests.scattered", c.scattered, c.scattered_count);
    add_vector(w, "requests.values", "'|u1'", c.value_bytes, c.values, 1);
    columns_fini(&c);
    add_vector(w, "timings", NPZ_TIMING_DESCR, l->timing_count, l->timings, sizeof *l->timings);
}

static void add_readings(struct writer *w, const struct trace *t)
{
    for (uint32_t i = 0; i < t->reading_count; i++) {
        const struct trace_reading *r = &t->readings[i];
        snprintf(w->prefix, sizeof w->prefix, "reading%u", i);
        add_vector(w, "values", "'|u1'", (uint64_t)r->count * r->width, r->values, 1);
    }
}

static int collect(zip_source_t *archive, struct str *out, struct error *err)
{
    zip_stat_t info;
    if (zip_source_stat(archive, &info) || zip_source_open(archive))
        return error_set(err, "cannot pack the trace");
    char *bytes = mem_alloc(info.size);
    zip_int64_t length = zip_source_read(archive, bytes, info.size);
    zip_source_close(archive);
    if (length >= 0) str_add(out, bytes, (size_t)length);
    free(bytes);
    return length == (zip_int64_t)info.size ? 0 : error_set(err, "cannot pack the trace");
}

int npz_encode(const struct trace *trace, struct str *out, struct error *err)
{
    zip_error_t problem;
    struct writer w = {.err = err};
    zip_error_init(&problem);
    zip_source_t *archive = zip_source_buffer_create(NULL, 0, 0, &problem);
    w.zip = archive ? zip_open_from_source(archive, ZIP_TRUNCATE, &problem) : NULL;
    if (!w.zip) {
        if (archive) zip_source_free(archive);
        return error_set(err, "cannot pack the trace: %s", zip_error_strerror(&problem));
    }
    zip_source_keep(archive);
    size_t length;
    char *meta = meta_write(trace, &length);
    if (!meta)
        w.status = error_set(err, "cannot pack the trace: text that is not UTF-8");
    else if (length > NPZ_MAX_META)
        w.status = error_set(err, "cannot pack the trace: its texts have more than 24 MB");
    add_bytes(&w, "meta.json", meta, length);
    for (uint32_t i = 0; i < trace->launch_count; i++)
        add_launch(&w, trace, i);
    add_readings(&w, trace);
    if (!w.status && zip_close(w.zip))
        w.status = error_set(err, "cannot pack the trace: %s", zip_strerror(w.zip));
    else if (!w.status)
        w.zip = NULL;
    if (w.zip) zip_discard(w.zip);
    if (!w.status) w.status = collect(archive, out, err);
    zip_source_free(archive);
    return w.status;
}

/* ---- To a file --------------------------------------------------------------------------- */

static int write_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return -1;
        bytes += n;
        length -= (size_t)n;
    }
    return 0;
}

static int failed(const char *path, struct error *err)
{
    return error_set(err, "cannot write %s: %s", path, strerror(errno));
}

/* A pipe or a device is written as it is. */
static int write_special(const char *path, const struct str *bytes, struct error *err)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return failed(path, err);
    int status = write_all(fd, bytes->text, bytes->length) ? failed(path, err) : 0;
    if (close(fd) && !status) status = failed(path, err);
    return status;
}

static const char *volatile unfinished; /* borrowed; NULL = none */

void trace_write_abandon(void)
{
    if (unfinished) unlink(unfinished);
}

/* A file of that name is never another's: either it is not there, or it is the one noted. */
static int open_beside(const char *name)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) unfinished = name;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return fd;
}

/* Written beside and renamed: there is never half a file under the name. */
static int write_file(const char *path, const struct str *bytes, struct error *err)
{
    struct str beside;
    str_init(&beside);
    str_addf(&beside, "%s.%ld.tmp", path, (long)getpid());
    int fd = open_beside(beside.text), status = 0;
    if (fd < 0) {
        status = failed(path, err);
    } else {
        if (write_all(fd, bytes->text, bytes->length)) status = failed(path, err);
        if (close(fd) && !status) status = failed(path, err);
        if (!status && rename(beside.text, path)) status = failed(path, err);
        if (status) unlink(beside.text);
        unfinished = NULL;
    }
    str_fini(&beside);
    return status;
}

int trace_write(const struct trace *trace, const char *path, struct error *err)
{
    struct str bytes;
    struct stat info;
    str_init(&bytes);
    int status = npz_encode(trace, &bytes, err);
    if (!status) {
        bool special = stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
        status = special ? write_special(path, &bytes, err) : write_file(path, &bytes, err);
    }
    str_fini(&bytes);
    return status;
}
