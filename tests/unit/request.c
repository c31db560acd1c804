/* Costs of requests against the definitions, written out the slow and obvious way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "analysis/lines.h"
#include "analysis/request.h"

#include <stdlib.h>
#include <string.h>

static uint64_t seed = 88172645463325252ull;

static uint32_t draw(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 20) % below;
}

/* Marks every unit that any byte of any lane lies in, and counts the marks. */
static uint32_t slow_units(const uint64_t *address, uint32_t mask, uint32_t width, uint32_t unit)
{
    static uint8_t mark[1 << 16];
    memset(mark, 0, sizeof mark);
    uint32_t count = 0;
    for (int lane = 0; lane < 32; lane++)
        if (mask >> lane & 1)
            for (uint32_t b = 0; b < width; b++)
                mark[(address[lane] + b) / unit] = 1;
    for (size_t i = 0; i < sizeof mark; i++)
        count += mark[i];
    return count;
}

static bool all_pairs_equal(const uint64_t *address, uint32_t mask, int distance)
{
    for (int lane = 0; lane < 32; lane++)
        if ((mask >> lane & 1) && (mask >> (lane ^ distance) & 1) &&
            address[lane] != address[lane ^ distance])
            return false;
    return true;
}

/* For each group of lanes: the most distinct words of any bank. */
static void slow_passes(const uint64_t *address, uint32_t mask, uint32_t width, bool load,
                        uint32_t *passes, uint32_t *least)
{
    int group = width <= 4 ? 32 : width == 8 ? 16 : 8;
    if (width > 4 && load &&
        (all_pairs_equal(address, mask, 1) || all_pairs_equal(address, mask, 2)))
        group *= 2;
    *passes = *least = 0;
    for (int start = 0; start < 32; start += group) {
        static uint8_t wanted[1 << 14];
        memset(wanted, 0, sizeof wanted);
        for (int lane = start; lane < start + group; lane++)
            if (mask >> lane & 1)
                for (uint32_t b = 0; b < width; b++)
                    wanted[(address[lane] + b) / 4] = 1;
        uint32_t most = 0, words = 0;
        for (int bank = 0; bank < 32; bank++) {
            uint32_t in_bank = 0;
            for (size_t word = (size_t)bank; word < sizeof wanted; word += 32)
                in_bank += wanted[word];
            words += in_bank;
            if (in_bank > most) most = in_bank;
        }
        *passes += most;
        *least += (words + 31) / 32;
    }
}

static void random_pattern(uint64_t *address, uint32_t *mask, uint32_t *width)
{
    *width = 1u << draw(5);
    *mask = draw(3) ? draw(UINT32_MAX) | 1u << draw(32) : UINT32_MAX;
    uint32_t kind = draw(6), stride = draw(70) * *width, base = draw(4000);
    for (int lane = 0; lane < 32; lane++) {
        if (kind == 0)
            address[lane] = base + (uint64_t)lane * stride % 50000;
        else if (kind == 1)
            address[lane] = draw(60000);
        else if (kind == 2)
            address[lane] = base + draw(64) * *width;
        else
            address[lane] = base + 31 * *width - (uint64_t)lane * *width;
        if (draw(2) == 0) address[lane] -= address[lane] % *width;
    }
}

static void costs_equal_definitions(void **state)
{
    (void)state;
    for (int i = 0; i < 3000; i++) {
        uint64_t address[32];
        uint32_t mask, width, passes, least;
        random_pattern(address, &mask, &width);
        assert_int_equal(request_sectors(address, mask, width, 32),
                         slow_units(address, mask, width, 32));
        assert_int_equal(request_sectors(address, mask, width, 128),
                         slow_units(address, mask, width, 128));
        assert_int_equal(request_distinct(address, mask, width),
                         slow_units(address, mask, width, 1));
        if (address[0] % width) continue;
        for (int lane = 0; lane < 32; lane++)
            address[lane] -= address[lane] % width;
        bool load = draw(2);
        slow_passes(address, mask, width, load, &passes, &least);
        struct request_banks banks;
        request_serve(address, mask, width, load ? TRACE_LOAD : TRACE_STORE, &banks);
        assert_int_equal(banks.passes, passes);
        assert_int_equal(banks.least, least);
    }
}

/* In no pass may a bank deliver two different words. */
static void passes_are_consistent(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) {
        uint64_t address[32];
        uint32_t mask, width;
        random_pattern(address, &mask, &width);
        for (int lane = 0; lane < 32; lane++)
            address[lane] -= address[lane] % width;
        struct request_banks banks;
        request_serve(address, mask, width, TRACE_LOAD, &banks);
        for (int a = 0; a < 32; a++)
            for (int b = 0; b < a; b++) {
                if (!(mask >> a & 1) || !(mask >> b & 1)) continue;
                assert_true(banks.pass[a] < banks.passes);
                if (banks.pass[a] == banks.pass[b] && banks.bank[a] == banks.bank[b])
                    assert_int_equal(address[a] / 4, address[b] / 4);
            }
    }
}

static uint32_t passes_of(uint32_t stride_words, uint32_t width)
{
    uint64_t address[32];
    for (uint64_t lane = 0; lane < 32; lane++)
        address[lane] = lane * stride_words * 4;
    struct request_banks banks;
    request_serve(address, UINT32_MAX, width, TRACE_LOAD, &banks);
    return banks.passes;
}

static void known_strides(void **state)
{
    (void)state;
    assert_int_equal(passes_of(0, 4), 1);
    assert_int_equal(passes_of(1, 4), 1);
    assert_int_equal(passes_of(2, 4), 2);
    assert_int_equal(passes_of(32, 4), 32);
    assert_int_equal(passes_of(33, 4), 1);
    assert_int_equal(passes_of(2, 8), 2);
    assert_int_equal(passes_of(4, 16), 4);
    assert_int_equal(passes_of(0, 8), 1); /* one address for all: both halves at once */
    assert_int_equal(passes_of(0, 16), 2);
    uint64_t same[32] = {0};
    struct request_banks banks;
    request_serve(same, 0xffff, 4, TRACE_ATOMIC, &banks);
    assert_int_equal(banks.passes, 16); /* atomics on one word queue up */
}

/* An instruction's lanes in three rows: two shared arrays and, through a generic pointer, global
 * memory. The rows of a space together cost what one request of the same addresses costs. */
static void rows_of_one_request(void **state)
{
    (void)state;
    struct trace_array arrays[2] = {{.offset = 64, .bytes = 1024}, {.offset = 2048, .bytes = 1024}};
    struct trace_allocation allocation = {.address = 4096, .bytes = 1024};
    struct trace trace = {.allocations = &allocation, .allocation_count = 1};
    for (int i = 0; i < 2000; i++) {
        int64_t scattered[TRACE_LANES];
        uint32_t used = 0, left = UINT32_MAX, width = 1u << draw(5), rows = 0;
        uint64_t address[TRACE_LANES] = {0};
        uint32_t masks[2] = {0, 0}; /* shared, global */
        struct trace_request requests[3];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t mask = left & (k < 2 ? draw(UINT32_MAX) : UINT32_MAX);
            if (!mask) continue;
            left &= ~mask;
            requests[rows] = (struct trace_request){.mask = mask,
                                                    .object = k < 2 ? k : 0,
                                                    .scattered = used,
                                                    .kind = TRACE_STORE,
                                                    .space = k < 2 ? TRACE_SHARED : TRACE_GLOBAL,
                                                    .width = (uint8_t)width,
                                                    .flags = TRACE_SCATTERED};
            if (rows) requests[rows].flags |= TRACE_CONTINUED;
            rows++;
            masks[k / 2] |= mask;
            for (uint32_t rest = mask; rest; rest &= rest - 1) {
                scattered[used] = draw(1024 / width) * width;
                address[__builtin_ctz(rest)] =
                    (uint64_t)scattered[used++] + (k < 2 ? arrays[k].offset : allocation.address);
            }
        }
        struct trace_launch launch = {.arrays = arrays,
                                      .array_count = 2,
                                      .requests = requests,
                                      .request_count = rows,
                                      .scattered = scattered,
                                      .scattered_count = used};
        struct request_cost sum = {0};
        for (uint32_t k = 0; k < rows; k++) {
            struct request_cost cost;
            request_cost(&trace, &launch, &requests[k], NULL, &cost);
            sum.requests += cost.requests;
            sum.lanes += cost.lanes;
            sum.sectors += cost.sectors;
            sum.passes += cost.passes;
        }
        struct request_banks banks;
        request_serve(address, masks[0], width, TRACE_STORE, &banks);
        assert_int_equal(sum.requests, 1);
        assert_int_equal(sum.lanes, TRACE_LANES);
        assert_int_equal(sum.passes, masks[0] ? banks.passes : 0);
        assert_int_equal(sum.sectors, request_sectors(address, masks[1], width, REQUEST_SECTOR));
    }
}

/* What cuda::atomic stores counts as a store, as the hardware's counters have it. */
static void atomic_stores_are_stores(void **state)
{
    (void)state;
    for (int shared = 0; shared < 2; shared++) {
        struct trace_request request = {.kind = TRACE_ATOMIC,
                                        .space = shared ? TRACE_SHARED : TRACE_GLOBAL};
        assert_int_equal(line_class_of(&request), shared ? LINE_SHARED_ATOMIC : LINE_GLOBAL_ATOMIC);
        request.flags = TRACE_OVERWRITES;
        assert_int_equal(line_class_of(&request), shared ? LINE_SHARED_STORE : LINE_GLOBAL_STORE);
        assert_int_equal(request_machine_kind(&request), TRACE_STORE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_equal_definitions),
        cmocka_unit_test(passes_are_consistent),
        cmocka_unit_test(known_strides),
        cmocka_unit_test(rows_of_one_request),
        cmocka_unit_test(atomic_stores_are_stores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
