/* The loader of traces. A .npz is guarded by CRCs, so that changed bytes of a whole file seldom get
 * far: the input is a list of changes to the unpacked members of a good trace, which is then packed
 * again. Inputs that begin with 'P' are files as they are.
 *
 * A change is 6 bytes and what they announce: member, kind, position (2), length, 0. */
#include "base/mem.h"
#include "base/str.h"
#include "support/synthetic.h"
#include "trace/npz.h"

#include <stdlib.h>
#include <string.h>
#include <zip.h>

enum { MAX_MEMBERS = 64, MEMORY = 64 << 20, CHANGE = 6 };
enum change {
    CHANGE_OVERWRITE,
    CHANGE_INSERT,
    CHANGE_REMOVE,
    CHANGE_CUT,
    CHANGE_FLIP,
    CHANGE_DROP,
    CHANGE_KINDS
};

static struct member {
    char *name;
    char *bytes;
    size_t length;
} members[MAX_MEMBERS];
static int member_count;

static void unpack(const struct str *file)
{
    zip_source_t *source = zip_source_buffer_create(file->text, file->length, 0, NULL);
    zip_t *zip = zip_open_from_source(source, ZIP_RDONLY, NULL);
    for (int i = 0; i < (int)zip_get_num_entries(zip, 0) && i < MAX_MEMBERS; i++) {
        zip_stat_t info;
        zip_stat_index(zip, (zip_uint64_t)i, 0, &info);
        zip_file_t *in = zip_fopen_index(zip, (zip_uint64_t)i, 0);
        members[i] = (struct member){mem_strdup(info.name), mem_alloc(info.size), info.size};
        zip_fread(in, members[i].bytes, info.size);
        zip_fclose(in);
        member_count++;
    }
    zip_discard(zip);
}

static void load_good_trace(void)
{
    struct str file;
    struct trace *t = synthetic_missing_barrier(24, 2, 8, false);
    str_init(&file);
    if (npz_encode(t, &file, NULL)) abort();
    unpack(&file);
    str_fini(&file);
    trace_destroy(t);
}

/* Everything a consumer may do with a trace that was accepted. */
static void use(const struct trace *t)
{
    int64_t offsets[TRACE_LANES], sum = 0;
    uint8_t values[TRACE_LANES * 16];
    char text[64];
    for (uint32_t i = 0; i < t->launch_count; i++) {
        const struct trace_launch *l = &t->launches[i];
        for (uint32_t k = 0; k < l->request_count; k++) {
            trace_request_offsets(l, &l->requests[k], offsets);
            sum += offsets[__builtin_ctz(l->requests[k].mask)];
            if (trace_request_values(l, &l->requests[k], values)) sum += values[0];
        }
        for (uint32_t a = 0; a < l->array_count; a++) {
            const uint8_t *bytes = trace_snapshot(l, a, 0, 0);
            if (bytes) trace_format_value(t, l->arrays[a].type, bytes, text, sizeof text);
            trace_array_key(t, l, a, text, sizeof text);
        }
        trace_allocation_name(t, l, 0);
    }
    if (sum == 42) abort(); /* so that nothing above is left out */
}

static void decode(const char *bytes, size_t length)
{
    struct trace *t, *again;
    struct str file;
    struct error err;
    if (npz_decode(bytes, length, MEMORY, &t, &err)) return;
    use(t);
    str_init(&file);
    if (npz_encode(t, &file, &err)) abort();
    if (npz_decode(file.text, file.length, NPZ_MEMORY, &again, &err)) abort();
    trace_destroy(again);
    str_fini(&file);
    trace_destroy(t);
}

static void apply(struct str *bytes, enum change kind, size_t at, const char *with, size_t length)
{
    if (at > bytes->length) at = bytes->length ? at % bytes->length : 0;
    size_t rest = bytes->length - at;
    struct str out;
    str_init(&out);
    str_add(&out, bytes->text, at);
    switch (kind) {
    case CHANGE_OVERWRITE:
        str_add(&out, with, length);
        if (length < rest) str_add(&out, bytes->text + at + length, rest - length);
        break;
    case CHANGE_INSERT:
        str_add(&out, with, length);
        str_add(&out, bytes->text + at, rest);
        break;
    case CHANGE_REMOVE:
        if (length < rest) str_add(&out, bytes->text + at + length, rest - length);
        break;
    case CHANGE_FLIP:
        str_add(&out, bytes->text + at, rest);
        if (rest && length) out.text[at] ^= with[0];
        break;
    default:
        break; /* cut */
    }
    str_fini(bytes);
    *bytes = out;
}

static void pack_and_decode(struct str *changed, const bool *dropped)
{
    zip_stat_t info;
    zip_source_t *source = zip_source_buffer_create(NULL, 0, 0, NULL);
    zip_t *zip = zip_open_from_source(source, ZIP_TRUNCATE, NULL);
    zip_source_keep(source);
    for (int i = 0; i < member_count; i++) {
        if (dropped[i]) continue;
        zip_int64_t index = zip_file_add(
            zip, members[i].name, zip_source_buffer(zip, changed[i].text, changed[i].length, 0), 0);
        zip_set_file_compression(zip, (zip_uint64_t)index, ZIP_CM_STORE, 0);
    }
    if (zip_close(zip)) abort();
    if (!zip_source_stat(source, &info) && !zip_source_open(source)) {
        char *bytes = mem_alloc(info.size);
        zip_source_read(source, bytes, info.size);
        zip_source_close(source);
        decode(bytes, info.size);
        free(bytes);
    }
    zip_source_free(source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str changed[MAX_MEMBERS];
    bool dropped[MAX_MEMBERS] = {false};
    if (!member_count) load_good_trace();
    if (size && data[0] == 'P') {
        decode((const char *)data, size);
        return 0;
    }
    for (int i = 0; i < member_count; i++) {
        str_init(&changed[i]);
        str_add(&changed[i], members[i].bytes, members[i].length);
    }
    while (size >= CHANGE) {
        int member = data[0] % member_count;
        enum change kind = data[1] % CHANGE_KINDS;
        size_t at = data[2] | (size_t)data[3] << 8, length = data[4];
        data += CHANGE;
        size -= CHANGE;
        if (length > size) length = size;
        if (kind == CHANGE_DROP)
            dropped[member] = true;
        else
            apply(&changed[member], kind, at, (const char *)data, length);
        if (kind != CHANGE_REMOVE) data += length, size -= length;
    }
    pack_and_decode(changed, dropped);
    for (int i = 0; i < member_count; i++)
        str_fini(&changed[i]);
    return 0;
}
