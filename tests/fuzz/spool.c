/* The collector on spools of programs that went astray: the input is changes to a good spool, each
 * a position (2 bytes), a length, and the bytes. What comes out has to be a valid trace. */
#include "run/collect.h"
#include "support/spool_maker.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 1 << 16, SNAPSHOTS = 4 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct spool_maker m;
    struct trace *t;
    struct error err;
    spool_maker_init(&m, SIZE);
    spool_maker_sample(&m);
    while (size >= 3) {
        size_t at = data[0] | (size_t)data[1] << 8, length = data[2];
        data += 3;
        size -= 3;
        if (length > size) length = size;
        if (length > SIZE - at) length = SIZE - at;
        memcpy(m.bytes + at, data, length);
        data += length;
        size -= length;
    }
    struct trace_builder *b = builder_create();
    struct site_resolver *r = sample_resolver(b);
    r->copies_reversed = true;
    struct collect_request request = {
        .spool = m.bytes, .size = SIZE, .builder = b, .resolver = r, .snapshot_bytes = SNAPSHOTS};
    collect(&request);
    r->destroy(r);
    if (builder_finish(b, &t, &err)) abort();
    trace_destroy(t);
    spool_maker_fini(&m);
    return 0;
}
