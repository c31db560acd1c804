#include "support/synthetic.h"

#include "support/machine.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Programs ---------------------------------------------------------------------------- */

static const char head[] = "// Sum of cubes of N numbers, a tree in shared memory.\n"
                           "#include <cstdio>\n"
                           "#include <cstdlib>\n"
                           "#include <cuda_runtime.h>\n"
                           "\n"
                           "#define DATA_SIZE %d\n"
                           "#define BLOCK_NUM %d\n"
                           "#define THREAD_NUM %d\n"
                           "\n"
                           "int data[DATA_SIZE];\n"
                           "\n"
                           "void generateNumbers(int *number, int size)\n"
                           "{\n"
                           "    for (int i = 0; i < size; i++)\n"
                           "        number[i] = rand() %% 10;\n"
                           "}\n"
                           "\n"
                           "__global__ void sumCubes(int *num, int *result)\n"
                           "{\n"
                           "    __shared__ int shared[THREAD_NUM];\n"
                           "    const int tid = threadIdx.x;\n"
                           "    const int bid = blockIdx.x;\n"
                           "\n"
                           "    // Each thread takes every (blocks * threads)th number.\n"
                           "    shared[tid] = 0;\n"
                           "    int i;\n"
                           "    for (i = bid * THREAD_NUM + tid;\n"
                           "         i < DATA_SIZE;\n"
                           "         i += BLOCK_NUM * THREAD_NUM) {\n"
                           "        shared[tid] += num[i] * num[i] * num[i];\n"
                           "    }\n"
                           "\n"
                           "    // From here on every thread needs\n"
                           "    // what other threads have written.\n"
                           "    __syncthreads();\n"
                           "\n";

static const char interleaved[] = "    int offset = 1;\n"
                                  "    int mask = 1;\n"
                                  "    while (offset < THREAD_NUM) {\n"
                                  "        if ((tid & mask) == 0)\n"
                                  "            shared[tid] += shared[tid + offset];\n"
                                  "        offset += offset;\n"
                                  "        mask = offset + mask;\n"
                                  "        __syncthreads();\n"
                                  "    }\n";

static const char sequential_tree[] = "    // The active threads stay side by side.\n"
                                      "    int offset = THREAD_NUM / 2;\n"
                                      "    while (offset > 0) {\n"
                                      "        if (tid < offset)\n"
                                      "            shared[tid] += shared[tid + offset];\n"
                                      "        offset /= 2;\n"
                                      "\n"
                                      "        __syncthreads();\n"
                                      "    }\n";

static const char unordered_tree[] = "    // Something is missing here.\n"
                                     "    i = THREAD_NUM / 2;\n"
                                     "    while (i > 0) {\n"
                                     "        if (tid < i)\n"
                                     "            shared[tid] += shared[tid + i];\n"
                                     "        i /= 2;\n"
                                     "\n"
                                     "\n"
                                     "    }\n";

static const char tail[] = "    if (tid == 0)\n"
                           "        result[bid] = shared[0];\n"
                           "}\n"
                           "\n"
                           "int main()\n"
                           "{\n"
                           "    int *num, *result, sum[BLOCK_NUM], total = 0;\n"
                           "    generateNumbers(data, DATA_SIZE);\n"
                           "    cudaMalloc(&num, sizeof data);\n"
                           "    cudaMalloc(&result, sizeof sum);\n"
                           "    cudaMemcpy(num, data, sizeof data, cudaMemcpyHostToDevice);\n"
                           "    sumCubes<<<BLOCK_NUM, THREAD_NUM>>>(num, result);\n"
                           "    cudaMemcpy(sum, result, sizeof sum, cudaMemcpyDeviceToHost);\n"
                           "    for (int i = 0; i < BLOCK_NUM; i++) total += sum[i];\n"
                           "    printf(\"GPU sum: %d  \", total);\n"
                           "    total = 0;\n"
                           "    for (int i = 0; i < DATA_SIZE; i++)\n"
                           "        total += data[i] * data[i] * data[i];\n"
                           "    printf(\"CPU sum: %d\\n\", total);\n"
                           "}\n";

static void set_header(struct trace *t, const char *program)
{
    t->program = program;
    t->compiler = "synthetic";
    t->schedule = "forward";
    t->backend = TRACE_EMULATOR;
    t->model_time = true;
    t->device = (struct trace_device){.name = "syncstep emulator",
                                      .multiprocessors = 8,
                                      .major = 9,
                                      .warp_size = 32,
                                      .max_threads_per_block = 1024,
                                      .max_threads_per_multiprocessor = 2048,
                                      .max_blocks_per_multiprocessor = 32,
                                      .shared_bytes_per_block = 49152,
                                      .max_threads_dim = {1024, 1024, 64},
                                      .max_grid = {INT32_MAX, 65535, 65535},
                                      .driver = "",
                                      .runtime = ""};
    t->launches_seen = 1;
}

static struct trace *finish(struct machine *m)
{
    struct trace *trace = NULL;
    struct error err;
    machine_snapshots(m);
    for (uint32_t i = 0; i < m->block_count; i++) {
        uint64_t start = i / 8 * UINT64_C(1000);
        struct trace_timing time = {
            .block = i, .sm = i % 8, .start = start, .end = start + 1000, .clocks = 1000};
        builder_timing(m->builder, &time);
    }
    builder_launch_end(m->builder);
    if (builder_finish(m->builder, &trace, &err)) {
        fprintf(stderr, "synthetic trace: %s\n", err.text);
        abort();
    }
    machine_fini(m);
    return trace;
}

/* ---- The sums of cubes ------------------------------------------------------------------- */

enum tree_shape { TREE_INTERLEAVED, TREE_SEQUENTIAL, TREE_UNORDERED };

struct cubes {
    struct machine m;
    int *numbers, n, grid, block;
    uint32_t clear, load_number[3], load_own, add, barrier, load_other, load_mine, join,
        tree_barrier, load_result, store_result, leave;
    uint32_t num, result;
    int64_t total;
};

static void cubes_source(struct cubes *c, const char *program, const char *tree)
{
    char text[8192];
    int length = snprintf(text, sizeof text, head, c->n, c->grid, c->block);
    snprintf(text + length, sizeof text - (size_t)length, "%s%s", tree, tail);
    struct trace_source source = {.name = program, .text = text, .own = true};
    builder_source(c->m.builder, &source);
}

static void cubes_sites(struct cubes *c)
{
    static const char f[] = "sumCubes";
    c->clear = machine_site(&c->m, 25, 17, f);
    for (uint32_t i = 0; i < 3; i++)
        c->load_number[i] = machine_site(&c->m, 30, 27 + 9 * i, f);
    c->load_own = machine_site(&c->m, 30, 21, f);
    c->add = machine_site(&c->m, 30, 21, f);
    c->barrier = machine_site(&c->m, 35, 18, f);
    c->load_other = machine_site(&c->m, 41, 46, f);
    c->load_mine = machine_site(&c->m, 41, 25, f);
    c->join = machine_site(&c->m, 41, 25, f);
    c->tree_barrier = machine_site(&c->m, 44, 22, f);
    c->load_result = machine_site(&c->m, 47, 32, f);
    c->store_result = machine_site(&c->m, 47, 21, f);
    c->leave = machine_site(&c->m, 48, 1, f);
}

static void cubes_init(struct cubes *c, int n, int grid, int block, const char *program,
                       const char *tree)
{
    struct trace_launch launch = {.kernel = "sumCubes",
                                  .grid = {(uint32_t)grid, 1, 1},
                                  .block = {(uint32_t)block, 1, 1},
                                  .source = 0,
                                  .line = 57,
                                  .error = "",
                                  .complete = true};
    memset(c, 0, sizeof *c);
    c->n = n;
    c->grid = grid;
    c->block = block;
    machine_init(&c->m, &launch);
    set_header(builder_trace(c->m.builder), program);
    cubes_source(c, program, tree);
    cubes_sites(c);
    struct trace_type type = {.name = "int", .kind = TRACE_SIGNED, .bytes = 4};
    uint32_t number = builder_type(c->m.builder, &type);
    uint64_t bytes = (uint64_t)n * 4;
    c->num = machine_allocation(&c->m, "num", 0x7f0000000000, bytes, number, 54);
    c->result = machine_allocation(&c->m, "result", 0x7f0000000000 + (bytes + 511) / 256 * 256,
                                   (uint64_t)grid * 4, number, 55);
    struct trace_array shared = {.name = "shared",
                                 .function = "sumCubes",
                                 .type = number,
                                 .dims = {(uint32_t)block},
                                 .dim_count = 1,
                                 .count = (uint32_t)block,
                                 .bytes = (uint32_t)block * 4,
                                 .line = 20};
    machine_array(&c->m, &shared);
    c->numbers = mem_array((size_t)n, sizeof *c->numbers);
    srand(1); /* what an unseeded program gets */
    for (int i = 0; i < n; i++)
        c->numbers[i] = rand() % 10;
}

static int *slot(struct cubes *c, int index)
{
    return (int *)(void *)c->m.memory[0] + index;
}

/* Round 0: clear, then turn by turn for all threads. */
static void cubes_load(struct cubes *c, int block)
{
    static const int zero;
    size_t step = machine_step(&c->m, c->clear, TRACE_STORE, TRACE_SHARED, 0);
    for (int t = 0; t < c->block; t++)
        machine_access(&c->m, step, t, t, &zero);
    for (int turn = block * c->block; turn < c->n; turn += c->grid * c->block) {
        size_t s[5];
        for (int i = 0; i < 3; i++)
            s[i] = machine_step(&c->m, c->load_number[i], TRACE_LOAD, TRACE_GLOBAL, c->num);
        s[3] = machine_step(&c->m, c->load_own, TRACE_LOAD, TRACE_SHARED, 0);
        s[4] = machine_step(&c->m, c->add, TRACE_STORE, TRACE_SHARED, 0);
        for (int t = 0; t < c->block && turn + t < c->n; t++) {
            int v = c->numbers[turn + t], sum = *slot(c, t) + v * v * v;
            for (int i = 0; i < 3; i++)
                machine_access(&c->m, s[i], t, turn + t, &v);
            machine_access(&c->m, s[3], t, t, slot(c, t));
            machine_access(&c->m, s[4], t, t, &sum);
        }
    }
    machine_all(&c->m, c->barrier, TRACE_BARRIER);
    machine_round_end(&c->m);
}

static void cubes_join(struct cubes *c, const size_t s[3], int thread, int offset)
{
    int sum = *slot(c, thread) + *slot(c, thread + offset);
    machine_access(&c->m, s[0], thread, thread + offset, slot(c, thread + offset));
    machine_access(&c->m, s[1], thread, thread, slot(c, thread));
    machine_access(&c->m, s[2], thread, thread, &sum);
}

static void join_steps(struct cubes *c, size_t s[3])
{
    s[0] = machine_step(&c->m, c->load_other, TRACE_LOAD, TRACE_SHARED, 0);
    s[1] = machine_step(&c->m, c->load_mine, TRACE_LOAD, TRACE_SHARED, 0);
    s[2] = machine_step(&c->m, c->join, TRACE_STORE, TRACE_SHARED, 0);
}

static void cubes_tree(struct cubes *c, bool sequential)
{
    size_t s[3];
    for (int offset = 1, mask = 1; offset < c->block; offset += offset, mask += offset) {
        int step = sequential ? c->block / 2 / offset : offset;
        join_steps(c, s);
        for (int t = 0; t < c->block; t++)
            if (sequential ? t < step : (t & mask) == 0) cubes_join(c, s, t, step);
        machine_all(&c->m, c->tree_barrier, TRACE_BARRIER);
        machine_round_end(&c->m);
    }
}

/* Thread by thread: each goes through the whole loop before the next one starts. */
static void cubes_unordered(struct cubes *c, bool reverse)
{
    size_t s[10][3];
    int turns = 0;
    for (int i = c->block / 2; i > 0; i /= 2)
        join_steps(c, s[turns++]);
    for (int k = 0; k < c->block; k++) {
        int t = reverse ? c->block - 1 - k : k, turn = 0;
        for (int i = c->block / 2; i > 0; i /= 2, turn++)
            if (t < i) cubes_join(c, s[turn], t, i);
    }
}

static void cubes_store(struct cubes *c, int block)
{
    size_t s = machine_step(&c->m, c->load_result, TRACE_LOAD, TRACE_SHARED, 0);
    machine_access(&c->m, s, 0, 0, slot(c, 0));
    s = machine_step(&c->m, c->store_result, TRACE_STORE, TRACE_GLOBAL, c->result);
    machine_access(&c->m, s, 0, block, slot(c, 0));
    machine_all(&c->m, c->leave, TRACE_EXIT);
    machine_round_end(&c->m);
    c->total += *slot(c, 0);
}

static struct trace *cubes_run(const char *program, const char *text, int n, int grid, int block,
                               enum tree_shape shape, bool reverse)
{
    struct cubes c;
    assert(block > 0 && block <= MACHINE_THREADS && (block & (block - 1)) == 0);
    cubes_init(&c, n, grid, block, program, text);
    if (reverse) builder_trace(c.m.builder)->schedule = "reverse";
    for (int b = 0; b < grid; b++) {
        machine_block(&c.m, (uint32_t)b);
        cubes_load(&c, b);
        if (shape == TREE_UNORDERED)
            cubes_unordered(&c, reverse);
        else
            cubes_tree(&c, shape == TREE_SEQUENTIAL);
        cubes_store(&c, b);
    }
    int64_t expected = 0;
    for (int i = 0; i < n; i++)
        expected += c.numbers[i] * c.numbers[i] * c.numbers[i];
    struct trace *t = builder_trace(c.m.builder);
    t->output = arena_printf(builder_arena(c.m.builder), "GPU sum: %d  CPU sum: %d\n", (int)c.total,
                             (int)expected);
    free(c.numbers);
    return finish(&c.m);
}

struct trace *synthetic_tree(int n, int grid, int block, bool sequential)
{
    return cubes_run(sequential ? "cubes_sequential.cu" : "cubes_tree.cu",
                     sequential ? sequential_tree : interleaved, n, grid, block,
                     sequential ? TREE_SEQUENTIAL : TREE_INTERLEAVED, false);
}

struct trace *synthetic_job(void)
{
    return synthetic_tree(1048576, 32, 256, false);
}

struct trace *synthetic_missing_barrier(int n, int grid, int block, bool reverse)
{
    return cubes_run("missing_barrier.cu", unordered_tree, n, grid, block, TREE_UNORDERED, reverse);
}

/* ---- Tiled matrix product ---------------------------------------------------------------- */

static const char matmul_text[] =
    "#define N %d\n"
    "#define TILE 16\n"
    "\n"
    "__global__ void matMul(const float *A, const float *B, float *C)\n"
    "{\n"
    "    __shared__ float As[TILE][TILE];\n"
    "    __shared__ float Bs[TILE][TILE];\n"
    "    int tx = threadIdx.x, ty = threadIdx.y;\n"
    "    int row = blockIdx.y * TILE + ty;\n"
    "    int column = blockIdx.x * TILE + tx;\n"
    "    float sum = 0;\n"
    "\n"
    "    for (int tile = 0; tile < N / TILE; tile++) {\n"
    "        As[ty][tx] = A[row * N + tile * TILE + tx];\n"
    "        Bs[ty][tx] = B[(tile * TILE + ty) * N + column];\n"
    "        __syncthreads();\n"
    "\n"
    "        for (int k = 0; k < TILE; k++)\n"
    "            sum += As[ty][k] * Bs[k][tx];\n"
    "        __syncthreads();\n"
    "    }\n"
    "    C[row * N + column] = sum;\n"
    "}\n";

struct matmul {
    struct machine m;
    int n;
    uint32_t load_a, store_a, load_b, store_b, barrier, read_a, read_b, after, store_c, leave;
    uint32_t a, b, c;
};

static void matmul_init(struct matmul *p)
{
    static const char f[] = "matMul";
    char text[2048];
    struct machine *m = &p->m;
    uint32_t tiles = (uint32_t)p->n / 16;
    struct trace_launch launch = {.kernel = "matMul",
                                  .grid = {tiles, tiles, 1},
                                  .block = {16, 16, 1},
                                  .source = TRACE_NONE,
                                  .error = "",
                                  .complete = true};
    machine_init(m, &launch);
    set_header(builder_trace(m->builder), "matmul_tiled.cu");
    snprintf(text, sizeof text, matmul_text, p->n);
    struct trace_source source = {.name = "matmul_tiled.cu", .text = text, .own = true};
    builder_source(m->builder, &source);
    struct trace_type type = {.name = "float", .kind = TRACE_FLOAT, .bytes = 4};
    uint32_t number = builder_type(m->builder, &type);
    uint64_t bytes = (uint64_t)p->n * (uint64_t)p->n * 4, base = 0x7f0000000000;
    p->a = machine_allocation(m, "A", base, bytes, number, 0);
    p->b = machine_allocation(m, "B", base + (bytes + 511) / 256 * 256, bytes, number, 0);
    p->c = machine_allocation(m, "C", base + (bytes + 511) / 256 * 512, bytes, number, 0);
    struct trace_array array = {.name = "As",
                                .function = f,
                                .type = number,
                                .dims = {16, 16},
                                .dim_count = 2,
                                .count = 256,
                                .bytes = 1024,
                                .line = 6};
    machine_array(m, &array);
    array.name = "Bs";
    array.offset = 1024;
    array.line = 7;
    machine_array(m, &array);
    p->load_a = machine_site(m, 14, 23, f);
    p->store_a = machine_site(m, 14, 20, f);
    p->load_b = machine_site(m, 15, 23, f);
    p->store_b = machine_site(m, 15, 20, f);
    p->barrier = machine_site(m, 16, 22, f);
    p->read_a = machine_site(m, 19, 29, f);
    p->read_b = machine_site(m, 19, 40, f);
    p->after = machine_site(m, 20, 22, f);
    p->store_c = machine_site(m, 22, 25, f);
    p->leave = machine_site(m, 23, 1, f);
}

static void matmul_load(struct matmul *p, int row, int column, int tile)
{
    struct machine *m = &p->m;
    size_t la = machine_step(m, p->load_a, TRACE_LOAD, TRACE_GLOBAL, p->a);
    size_t sa = machine_step(m, p->store_a, TRACE_STORE, TRACE_SHARED, 0);
    size_t lb = machine_step(m, p->load_b, TRACE_LOAD, TRACE_GLOBAL, p->b);
    size_t sb = machine_step(m, p->store_b, TRACE_STORE, TRACE_SHARED, 1);
    for (int t = 0; t < 256; t++) {
        int i = row + t / 16, j = tile * 16 + t % 16, k = tile * 16 + t / 16, l = column + t % 16;
        float a = (float)((i + j) % 10), b = (float)((k + 2 * l) % 10);
        machine_access(m, la, t, (int64_t)i * p->n + j, &a);
        machine_access(m, sa, t, t, &a);
        machine_access(m, lb, t, (int64_t)k * p->n + l, &b);
        machine_access(m, sb, t, t, &b);
    }
    machine_all(m, p->barrier, TRACE_BARRIER);
    machine_round_end(m);
}

static void matmul_multiply(struct matmul *p, float sums[256])
{
    struct machine *m = &p->m;
    const float *as = (const float *)(const void *)m->memory[0];
    const float *bs = (const float *)(const void *)m->memory[1];
    for (int k = 0; k < 16; k++) {
        size_t ra = machine_step(m, p->read_a, TRACE_LOAD, TRACE_SHARED, 0);
        size_t rb = machine_step(m, p->read_b, TRACE_LOAD, TRACE_SHARED, 1);
        for (int t = 0; t < 256; t++) {
            int i = t / 16 * 16 + k, j = k * 16 + t % 16;
            machine_access(m, ra, t, i, &as[i]);
            machine_access(m, rb, t, j, &bs[j]);
            sums[t] += as[i] * bs[j];
        }
    }
    machine_all(m, p->after, TRACE_BARRIER);
    machine_round_end(m);
}

struct trace *synthetic_matmul(int n)
{
    struct matmul p = {.n = n};
    assert(n > 0 && n % 16 == 0);
    matmul_init(&p);
    for (int block = 0; block < (n / 16) * (n / 16); block++) {
        int row = block / (n / 16) * 16, column = block % (n / 16) * 16;
        float sums[256] = {0};
        machine_block(&p.m, (uint32_t)block);
        for (int tile = 0; tile < n / 16; tile++) {
            matmul_load(&p, row, column, tile);
            matmul_multiply(&p, sums);
        }
        size_t s = machine_step(&p.m, p.store_c, TRACE_STORE, TRACE_GLOBAL, p.c);
        for (int t = 0; t < 256; t++)
            machine_access(&p.m, s, t, (int64_t)(row + t / 16) * n + column + t % 16, &sums[t]);
        machine_all(&p.m, p.leave, TRACE_EXIT);
        machine_round_end(&p.m);
    }
    return finish(&p.m);
}
