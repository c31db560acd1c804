#include "gpu/written_launch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char program[] = "#define BLOCK 128 // threads\n"                       /* 1 */
                              "#define SIZE (BLOCK)\n"                               /* 2 */
                              "#define TWICE 1\n"                                    /* 3 */
                              "#define TWICE 2\n"                                    /* 4 */
                              "#define RUN step<<<1, 2>>>()\n"                       /* 5 */
                              "int main() {\n"                                       /* 6 */
                              "  dot_kernel<T, BS><<<grid, BS>>>(a);\n"              /* 7 */
                              "  dot_kernel<T,  64><<<grid, 64>>>(a);\n"             /* 8 */
                              "  reduce<BLOCK><<<1, BLOCK>>>(a);\n"                  /* 9 */
                              "  if (ok) ns::in::sum <float> <<<1, 2>>>(a), x(4);\n" /* 10 */
                              "  scale<SIZE, (N > 3)>\n"                             /* 11 */
                              "      <<<dim3(1),\n"                                  /* 12 */
                              "         BLOCK>>>(a);\n"                              /* 13 */
                              "  plain<<<1, 1>>>(a); other<TWICE><<<1, 1>>>();\n"    /* 14 */
                              "  my_plain<<<1, 1>>>(a);\n"                           /* 15 */
                              "  pointer<<<1, 1>>>(a);\n"                            /* 16 */
                              "  \n\n\n\n\n\n\n\n\n\n\n\n"
                              "}\n";

static void as_written(void **state)
{
    static const struct {
        const char *name, *defines, *want;
        uint32_t line;
    } cases[] = {
        {"dot_kernel<double,128>", "", "dot_kernel<T, BS>", 7},
        {"dot_kernel<double,64>", "", "dot_kernel<T, 64>", 8},
        {"reduce<128>", "", "reduce<128>", 9},
        {"reduce<256>", "-DN_BLOCK=3 -DBLOCK=256", "reduce<256>", 9},
        {"reduce<1>", "-DBLOCK", "reduce<1>", 9},
        {"sum<float>", "", "ns::in::sum <float>", 10},
        {"scale<128,true>", "", "scale<(128), (N > 3)>", 11},
        {"scale<128,true>", "", "scale<(128), (N > 3)>", 13},
        {"plain", "", "plain", 14},
        {"other<2>", "", NULL, 14}, /* which of both TWICE is meant is not known */
        {"my_plain", "", "my_plain", 15},
        {"called", "", NULL, 16}, /* by a pointer of another name */
        {"plain", "", NULL, 27},  /* too far */
        {"", "", NULL, 7},
    };
    struct arena arena;
    (void)state;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *got =
            gpu_written_launch(&arena, program, cases[i].defines, cases[i].line, cases[i].name);
        if (cases[i].want) {
            assert_non_null(got);
            assert_string_equal(got, cases[i].want);
        } else {
            assert_null(got);
        }
    }
    assert_null(gpu_written_launch(&arena, "<<<k<a<<<", "", 1, "k"));
    assert_null(gpu_written_launch(&arena, "", "", 1, "k"));
    arena_fini(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_written)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
