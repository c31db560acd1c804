/* Passes of a request to constant memory: one for each piece that differs. */
#include "analysis/constant.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static uint32_t passes(uint32_t mask, uint8_t width, uint64_t base, uint64_t apart,
                       uint32_t different)
{
    const struct trace_request row = {.mask = mask, .width = width};
    struct request_lanes lanes = {.mask = mask, .rows = 1};
    struct constant_pieces pieces;
    uint32_t all = 0;
    for (uint32_t lane = 0; lane < TRACE_LANES; lane++) {
        lanes.row[lane] = &row;
        lanes.address[lane] = base + lane % different * apart;
    }
    constant_pieces(&lanes, &pieces);
    for (uint32_t i = 0; i < pieces.count; i++)
        all |= pieces.lanes[i];
    assert_int_equal(all, mask);
    return pieces.count;
}

static void different_addresses(void **state)
{
    (void)state;
    assert_int_equal(passes(UINT32_MAX, 4, 256, 4, 1), 1);
    assert_int_equal(passes(UINT32_MAX, 4, 256, 4, 32), 32);
    assert_int_equal(passes(UINT32_MAX, 4, 256, 256, 8), 8);
    assert_int_equal(passes(0x0000ffff, 4, 256, 4, 32), 16);
    assert_int_equal(passes(UINT32_MAX, 1, 256, 1, 32), 8); /* four in a word */
}

static void wide_accesses(void **state)
{
    (void)state;
    assert_int_equal(passes(UINT32_MAX, 8, 256, 8, 32), 32);
    assert_int_equal(passes(UINT32_MAX, 16, 256, 16, 1), 2);
    assert_int_equal(passes(UINT32_MAX, 16, 256, 16, 32), 64);
}

static void damaged(void **state)
{
    (void)state; /* widths and addresses of a hostile trace */
    assert_int_equal(passes(1, 255, 7, 0, 1), 5);
    assert_int_equal(passes(1, 0, 256, 0, 1), 1);
    assert_true(passes(UINT32_MAX, 255, UINT64_MAX - 3, 64, 32) <= CONSTANT_MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(different_addresses),
                                       cmocka_unit_test(wide_accesses), cmocka_unit_test(damaged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
