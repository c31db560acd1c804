#include "trace/npz_member.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int npz_invalid(struct npz_reader *r, const char *name, const char *why)
{
    return error_set(r->err, "not a valid trace: %s: %s", name, why);
}

int npz_take_memory(struct npz_reader *r, uint64_t bytes, const char *name)
{
    if (bytes > r->memory) return npz_invalid(r, name, "too large");
    r->memory -= bytes;
    return 0;
}

uint8_t *npz_read_member(struct npz_reader *r, const char *name, uint64_t most, bool optional,
                         size_t *length)
{
    zip_stat_t info;
    zip_int64_t index = zip_name_locate(r->zip, name, 0);
    if (index < 0) {
        if (!optional) npz_invalid(r, name, "missing");
        return NULL;
    }
    if (zip_stat_index(r->zip, (zip_uint64_t)index, 0, &info) || !(info.valid & ZIP_STAT_SIZE) ||
        (info.comp_method != ZIP_CM_DEFLATE && info.comp_method != ZIP_CM_STORE) ||
        (info.valid & ZIP_STAT_ENCRYPTION_METHOD && info.encryption_method != ZIP_EM_NONE)) {
        npz_invalid(r, name, "not packed in a known way");
        return NULL;
    }
    if (info.size > most) {
        npz_invalid(r, name, "too large");
        return NULL;
    }
    if (npz_take_memory(r, info.size, name)) return NULL;
    zip_file_t *file = zip_fopen_index(r->zip, (zip_uint64_t)index, 0);
    uint8_t *bytes = mem_alloc(info.size + 1), more;
    /* The read behind the end makes libzip compare the CRC. */
    bool good = file && zip_fread(file, bytes, info.size) == (zip_int64_t)info.size &&
                zip_fread(file, &more, 1) == 0;
    if (file) zip_fclose(file);
    if (!good) {
        free(bytes);
        npz_invalid(r, name, "damaged");
        return NULL;
    }
    *length = info.size;
    return bytes;
}

void npz_member_fini(struct npz_member *m)
{
    free(m->bytes);
    str_fini(&m->descr);
}

int npz_read_array(struct npz_reader *r, const char *name, struct npz_member *m)
{
    char path[1200];
    size_t length;
    memset(m, 0, sizeof *m);
    str_init(&m->descr);
    snprintf(path, sizeof path, "%s.%s.npy", r->prefix, name);
    m->bytes = npz_read_member(r, path, r->memory, false, &length);
    size_t header = m->bytes ? npy_parse(m->bytes, length, &m->descr, &m->shape) : 0;
    if (m->bytes && header) {
        m->data = m->bytes + header;
        m->length = length - header;
        m->count = npy_count(&m->shape);
        return 0;
    }
    if (m->bytes) npz_invalid(r, path, "not an array");
    npz_member_fini(m);
    return -1;
}

int npz_read_vector(struct npz_reader *r, const char *name, const char *descr, size_t size,
                    struct npz_member *m)
{
    if (npz_read_array(r, name, m)) return -1;
    if (m->shape.dim_count == 1 && !strcmp(m->descr.text, descr) && m->length / size == m->count &&
        m->length % size == 0)
        return 0;
    npz_member_fini(m);
    return npz_invalid(r, name, "not an array of the expected kind");
}

/* An integer of the member's type at position i. */
static int64_t element(const struct npz_member *m, int size, bool negative, uint64_t i)
{
    uint64_t value = 0;
    memcpy(&value, m->data + (i << size), (size_t)1 << size);
    int unused = 64 - 8 * (1 << size);
    return negative ? (int64_t)(value << unused) >> unused : (int64_t)value;
}

/* Integers of any size: `kinds` is "u", or "i" for signed ones. -1, or log2 of the size. */
static int integer_size(const struct npz_member *m, char kind)
{
    const char *d = m->descr.text;
    if (strlen(d) != 5 || (d[1] != '<' && d[1] != '|') || d[2] != kind) return -1;
    return d[3] == '1' ? 0 : d[3] == '2' ? 1 : d[3] == '4' ? 2 : d[3] == '8' ? 3 : -1;
}

static int read_integers(struct npz_reader *r, const char *name, char kind, struct npz_member *m)
{
    if (npz_read_array(r, name, m)) return -1;
    int size = integer_size(m, kind);
    if (size >= 0 && m->shape.dim_count == 1 && m->length >> size == m->count &&
        m->length == m->count << size)
        return size;
    npz_member_fini(m);
    return npz_invalid(r, name, "not integers");
}

int npz_read_signed(struct npz_reader *r, const char *name, int64_t **to, uint64_t *count)
{
    struct npz_member m;
    int size = read_integers(r, name, 'i', &m);
    if (size < 0) return -1;
    int status = npz_take_memory(r, m.length * 8, name);
    if (!status) {
        *to = mem_array(m.count, sizeof **to);
        *count = m.count;
        for (uint64_t i = 0; i < m.count; i++)
            (*to)[i] = element(&m, size, true, i);
    }
    npz_member_fini(&m);
    return status;
}

int npz_read_unsigned(struct npz_reader *r, const char *name, uint32_t **to, uint64_t *count)
{
    struct npz_member m;
    int size = read_integers(r, name, 'u', &m);
    if (size < 0) return -1;
    int status = npz_take_memory(r, m.length * 4, name);
    if (!status) {
        *to = mem_array(m.count, sizeof **to);
        *count = m.count;
        for (uint64_t i = 0; i < m.count; i++)
            (*to)[i] = (uint32_t)element(&m, size, false, i);
    }
    npz_member_fini(&m);
    return status;
}
