/* The trace as a file: what is written comes back, damaged files are refused. */
#include "base/str.h"
#include "support/synthetic.h"
#include "trace/builder.h"
#include "trace/npz.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zip.h>

#include <cmocka.h>

static struct trace *again(const struct trace *trace, size_t *size)
{
    struct str bytes;
    struct trace *copy = NULL;
    struct error err = {""};
    str_init(&bytes);
    int status = npz_encode(trace, &bytes, &err);
    if (!status) status = npz_decode(bytes.text, bytes.length, NPZ_MEMORY, &copy, &err);
    if (status) print_message("%s\n", err.text);
    assert_int_equal(status, 0);
    if (size) *size = bytes.length;
    str_fini(&bytes);
    return copy;
}

/* All of a request but the padding at its end. */
static void assert_same_requests(const struct trace_launch *a, const struct trace_launch *b)
{
    size_t size = offsetof(struct trace_request, reserved);
    for (uint32_t i = 0; i < a->request_count; i++)
        assert_memory_equal(&a->requests[i], &b->requests[i], size);
}

static void assert_same_launch(const struct trace_launch *a, const struct trace_launch *b)
{
    assert_string_equal(a->kernel, b->kernel);
    assert_memory_equal(a->grid, b->grid, sizeof a->grid);
    assert_memory_equal(a->block, b->block, sizeof a->block);
    assert_int_equal(a->accesses, b->accesses);
    assert_int_equal(a->line, b->line);
    assert_int_equal(a->source, b->source);
    assert_int_equal(a->complete, b->complete);
    assert_int_equal(a->block_count, b->block_count);
    assert_int_equal(a->round_count, b->round_count);
    assert_int_equal(a->request_count, b->request_count);
    assert_int_equal(a->scattered_count, b->scattered_count);
    assert_int_equal(a->value_bytes, b->value_bytes);
    for (uint32_t i = 0; i < a->block_count; i++) /* the struct has padding */
        assert_true(a->blocks[i].index == b->blocks[i].index &&
                    a->blocks[i].rounds == b->blocks[i].rounds &&
                    a->blocks[i].first_round == b->blocks[i].first_round &&
                    a->blocks[i].finished == b->blocks[i].finished);
    assert_memory_equal(a->rounds, b->rounds, a->round_count * sizeof *a->rounds);
    assert_same_requests(a, b);
    if (a->scattered_count) assert_memory_equal(a->scattered, b->scattered, a->scattered_count * 8);
    if (a->value_bytes) assert_memory_equal(a->values, b->values, a->value_bytes);
    assert_int_equal(a->timing_count, b->timing_count);
    assert_memory_equal(a->timings, b->timings, a->timing_count * sizeof *a->timings);
    assert_int_equal(a->array_count, b->array_count);
    for (uint32_t i = 0; i < a->array_count; i++) {
        size_t rows = (size_t)a->block_count * a->snapshots[i].rounds;
        assert_string_equal(a->arrays[i].name, b->arrays[i].name);
        assert_int_equal(a->arrays[i].offset, b->arrays[i].offset);
        assert_int_equal(a->snapshots[i].rounds, b->snapshots[i].rounds);
        assert_memory_equal(a->snapshots[i].data, b->snapshots[i].data, rows * a->arrays[i].bytes);
        assert_memory_equal(a->snapshots[i].written, b->snapshots[i].written,
                            rows * a->arrays[i].count);
    }
}

static void assert_same(struct trace *a)
{
    struct trace *b = again(a, NULL);
    assert_string_equal(a->program, b->program);
    assert_string_equal(a->output, b->output);
    assert_int_equal(a->source_count, b->source_count);
    assert_string_equal(a->sources[0].text, b->sources[0].text);
    assert_int_equal(a->site_count, b->site_count);
    for (uint32_t i = 0; i < a->site_count; i++) {
        assert_int_equal(a->sites[i].line, b->sites[i].line);
        assert_int_equal(a->sites[i].column, b->sites[i].column);
        assert_int_equal(a->sites[i].frame_count, b->sites[i].frame_count);
    }
    assert_int_equal(a->launch_count, b->launch_count);
    for (uint32_t i = 0; i < a->launch_count; i++)
        assert_same_launch(&a->launches[i], &b->launches[i]);
    trace_destroy(a);
    trace_destroy(b);
}

static void test_round_trip(void **state)
{
    (void)state;
    assert_same(synthetic_tree(65536, 8, 128, true));
    assert_same(synthetic_missing_barrier(4096, 2, 64, false));
    assert_same(synthetic_matmul(32));
}

/* The budget of design.md section 11. */
static void test_job_size(void **state)
{
    (void)state;
    struct trace *t = synthetic_job();
    size_t size;
    struct trace *copy = again(t, &size);
    assert_same_launch(&t->launches[0], &copy->launches[0]);
    print_message("J: %zu bytes\n", size);
    assert_true(size <= 500000);
    trace_destroy(copy);
    trace_destroy(t);
}

static struct trace *odd_trace(void)
{
    struct trace_builder *b = builder_create();
    struct trace *head = builder_trace(b);
    head->program = "odd\x1b.cu";
    head->output = "bell\a\n";
    head->exit_status = 139;
    head->timed_out = true;
    struct trace_source source = {.name = "odd.cu", .text = "x\n", .own = true};
    builder_source(b, &source);
    struct trace_type types[] = {{.name = "int", .kind = TRACE_SIGNED, .bytes = 4},
                                 {.name = "char", .kind = TRACE_SIGNED, .bytes = 1}};
    builder_type(b, &types[0]);
    builder_type(b, &types[1]);
    struct trace_field fields[] = {{"tag", 0, 1, 1}, {"v", 4, 0, 2}};
    struct trace_type pair = {"pair", TRACE_STRUCT, 16, fields, 2};
    uint32_t p = builder_type(b, &pair);
    struct trace_frame frames[] = {{0, 1, 2, "inner"}, {0, 3, 4, "outer"}};
    struct trace_site site = {0, 1, 2, "inner", frames, 2, true};
    builder_site(b, &site);
    struct trace_allocation a = {.name = "d",
                                 .address = UINT64_C(0x7fffffffff00),
                                 .bytes = 100,
                                 .type = TRACE_NONE,
                                 .source = 0,
                                 .line = 1,
                                 .pitch = 512};
    builder_allocation(b, &a);
    struct trace_launch l = {.kernel = "k<1>",
                             .grid = {2, 1, 1},
                             .block = {33, 1, 1},
                             .error = "",
                             .source = 0,
                             .line = 1,
                             .plain = {1.5, 1, 2, 3}};
    builder_launch_begin(b, &l);
    for (int i = 0; i < 2; i++) { /* two arrays of one name in one function */
        struct trace_array array = {.name = "s",
                                    .function = "f",
                                    .type = p,
                                    .dims = {2, 3},
                                    .dim_count = 2,
                                    .count = 6,
                                    .bytes = 96,
                                    .offset = (uint32_t)i * 96,
                                    .source = TRACE_NONE};
        builder_array(b, &array);
    }
    struct trace_parameter parameter = {"d", 0, -8, 0};
    builder_parameter(b, &parameter);
    builder_block(b, 1, false);
    builder_round(b);
    struct trace_request r = {.mask = 0x80000001,
                              .width = 4,
                              .kind = TRACE_LOAD,
                              .space = TRACE_GLOBAL,
                              .flags = TRACE_VOLATILE};
    for (int i = 0; i < 5; i++) {
        int64_t offsets[2] = {i * 4, INT64_C(1) << (30 + i)};
        builder_request(b, &r, offsets, i & 1 ? "12345678" : NULL);
    }
    builder_round(b);
    builder_dropped(b, 0, 77);
    builder_host_write(b, &(struct trace_host_write){0, 8, 16});
    builder_launch_end(b);
    struct trace_diagnostic d = {.fault = TRACE_CRASH,
                                 .launch = 0,
                                 .block = TRACE_NONE,
                                 .round = 3,
                                 .thread = 7,
                                 .site = 0,
                                 .source = TRACE_NONE,
                                 .array = "s",
                                 .has_index = true,
                                 .index = -1,
                                 .count = 2,
                                 .message = "it crashed"};
    builder_diagnostic(b, &d);
    struct trace_reading reading = {.offset = 8,
                                    .stride = 16,
                                    .count = 3,
                                    .width = 4,
                                    .copy_site = TRACE_NONE,
                                    .values = (const uint8_t *)"abcdefghijkl"};
    builder_reading(b, &reading);
    struct trace *t = NULL;
    struct error err;
    assert_int_equal(builder_finish(b, &t, &err), 0);
    return t;
}

static void test_everything(void **state)
{
    (void)state;
    struct trace *a = odd_trace(), *b = again(a, NULL);
    assert_string_equal(b->program, "odd\xef\xbf\xbd.cu");
    assert_string_equal(b->output, "bell\xef\xbf\xbd\n");
    assert_true(b->timed_out && b->exit_status == 139);
    const struct trace_launch *l = &b->launches[0];
    assert_int_equal(l->blocks[0].index, 1);
    assert_false(l->blocks[0].finished);
    assert_int_equal(l->rounds[0].count, 5);
    assert_int_equal(l->rounds[1].count, 0);
    assert_same_requests(&a->launches[0], l);
    assert_int_equal(l->scattered_count, 8); /* one of five fits a stride of 32 bits */
    assert_memory_equal(l->scattered, a->launches[0].scattered, 8 * 8);
    assert_int_equal(l->value_bytes, 16);
    assert_int_equal(l->parameters[0].offset, -8);
    assert_int_equal(l->dropped[0].accesses, 77);
    assert_int_equal(l->host_write_count, 1);
    assert_int_equal(l->host_writes[0].offset, 8);
    assert_int_equal(l->host_writes[0].bytes, 16);
    assert_int_equal(l->plain.count, 3);
    assert_int_equal(l->arrays[1].dim_count, 2);
    assert_int_equal(b->types[2].fields[1].count, 2);
    assert_string_equal(b->sites[0].frames[1].function, "outer");
    assert_true(b->sites[0].joined);
    const struct trace_diagnostic *d = &b->diagnostics[0];
    assert_true(d->fault == TRACE_CRASH && d->block == TRACE_NONE && d->index == -1);
    assert_int_equal(b->reading_count, 1);
    const struct trace_reading *r = &b->readings[0];
    assert_true(r->offset == 8 && r->stride == 16 && r->count == 3 && r->copy_site == TRACE_NONE);
    assert_memory_equal(r->values, "abcdefghijkl", 12);
    char key[64];
    trace_array_key(b, l, 0, key, sizeof key);
    assert_string_equal(key, "s");
    trace_array_key(b, l, 1, key, sizeof key);
    assert_string_equal(key, "s#2");
    trace_destroy(a);
    trace_destroy(b);
}

static void test_same_bytes(void **state)
{
    (void)state;
    struct str one, two;
    struct trace *t = synthetic_tree(4096, 4, 64, false);
    str_init(&one);
    str_init(&two);
    assert_int_equal(npz_encode(t, &one, NULL), 0);
    assert_int_equal(npz_encode(t, &two, NULL), 0);
    assert_int_equal(one.length, two.length);
    assert_memory_equal(one.text, two.text, one.length);
    str_fini(&one);
    str_fini(&two);
    trace_destroy(t);
}

/* Cut at every length, and with every byte changed: never a crash, a clear line if refused. */
static void test_damaged(void **state)
{
    (void)state;
    struct str bytes;
    struct trace *t = odd_trace(), *copy;
    str_init(&bytes);
    assert_int_equal(npz_encode(t, &bytes, NULL), 0);
    for (size_t length = 0; length < bytes.length; length++) {
        struct error err = {""};
        char *cut = malloc(length + 1); /* exactly as long, for the sanitizer */
        memcpy(cut, bytes.text, length);
        assert_int_equal(npz_decode(cut, length, NPZ_MEMORY, &copy, &err), -1);
        assert_non_null(strstr(err.text, "not a"));
        free(cut);
    }
    for (size_t at = 0; at < bytes.length; at++) {
        struct error err = {""};
        bytes.text[at] ^= (char)(1 << at % 8);
        int status = npz_decode(bytes.text, bytes.length, NPZ_MEMORY, &copy, &err);
        if (status)
            assert_null(strchr(err.text, '\n'));
        else
            trace_destroy(copy);
        bytes.text[at] ^= (char)(1 << at % 8);
    }
    str_fini(&bytes);
    trace_destroy(t);
}

/* The archive with meta.json replaced. */
static void put_meta(struct str *bytes, const char *meta)
{
    zip_error_t problem;
    zip_stat_t info;
    zip_source_t *source = zip_source_buffer_create(NULL, 0, 0, &problem);
    zip_t *zip = zip_open_from_source(source, ZIP_TRUNCATE, &problem);
    zip_source_keep(source);
    zip_file_add(zip, "meta.json", zip_source_buffer(zip, meta, strlen(meta), 0), 0);
    assert_int_equal(zip_close(zip), 0);
    zip_source_stat(source, &info);
    char *text = malloc(info.size);
    zip_source_open(source);
    zip_source_read(source, text, info.size);
    zip_source_close(source);
    zip_source_free(source);
    str_clear(bytes);
    str_add(bytes, text, info.size);
    free(text);
}

static void assert_refused(const char *meta, const char *why)
{
    struct str bytes;
    struct trace *t;
    struct error err = {""};
    str_init(&bytes);
    put_meta(&bytes, meta);
    assert_int_equal(npz_decode(bytes.text, bytes.length, NPZ_MEMORY, &t, &err), -1);
    if (!strstr(err.text, why)) print_message("%s\n", err.text);
    assert_non_null(strstr(err.text, why));
    str_fini(&bytes);
}

static void test_meta(void **state)
{
    (void)state;
    assert_refused("{", "damaged");
    assert_refused("[]", "format version");
    assert_refused("{\"format\":0}", "format version");
    assert_refused("{\"format\":2,\"writer\":\"syncstep 9.1\"}",
                   "written by syncstep 9.1 in trace format 2");
    assert_refused("{\"format\":2,\"writer\":\"\\u001b[2J\"}", "written by another syncstep");
    assert_refused("{\"format\":1}", "names no program");
    assert_refused("{\"format\":1,\"exit_status\":\"x\"}", "exit_status");
    assert_refused("{\"format\":1,\"backend\":\"fpga\"}", "backend");
    assert_refused("{\"format\":1,\"sources\":[{\"name\":\"x\"}],\"launches\":[{}]}",
                   "launch0.blocks.npy: missing");
}

static void test_files(void **state)
{
    (void)state;
    struct error err;
    struct trace *t = odd_trace(), *copy;
    char folder[] = "/tmp/syncstep-npz-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.npz", folder);
    assert_int_equal(trace_write(t, path, &err), 0);
    assert_int_equal(trace_write(t, path, &err), 0); /* over an older one */
    assert_int_equal(trace_read(path, &copy, &err), 0);
    trace_destroy(copy);
    unlink(path);
    assert_int_equal(trace_read(path, &copy, &err), -1);
    assert_non_null(strstr(err.text, "No such file"));
    rmdir(folder); /* nothing was left beside it */
    assert_int_equal(access(folder, F_OK), -1);
    assert_int_equal(trace_write(t, path, &err), -1);
    assert_non_null(strstr(err.text, "cannot write"));
    assert_int_equal(trace_write(t, "/dev/full", &err), -1);
    assert_non_null(strstr(err.text, "No space left"));
    trace_destroy(t);
}

static void on_limit(int number)
{
    (void)number;
    trace_write_abandon();
    _exit(42);
}

/* A process that is ended in the midst of writing leaves no half of a file behind. */
static void test_abandoned(void **state)
{
    char folder[] = "/tmp/syncstep-npz-XXXXXX", path[64];
    const struct rlimit few = {1000, 1000};
    struct error err;
    int status;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.npz", folder);
    pid_t child = fork();
    if (child == 0) {
        struct trace *trace = synthetic_tree(512, 2, 64, false);
        signal(SIGXFSZ, on_limit); /* comes when 1000 bytes stand in the file */
        setrlimit(RLIMIT_FSIZE, &few);
        trace_write(trace, path, &err);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 42);
    assert_int_equal(rmdir(folder), 0); /* it is empty */
    trace_write_abandon();              /* nothing is being written */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_job_size),
        cmocka_unit_test(test_everything), cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_damaged),    cmocka_unit_test(test_meta),
        cmocka_unit_test(test_files),      cmocka_unit_test(test_abandoned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
