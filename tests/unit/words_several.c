/* What a line of several statements is, and which atomic function it calls. */
#include "analysis/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static void one_statement_or_several(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        bool several;
    } cases[] = {
        {"    s[t] = in[t];  // one; no more", false},
        {"for (int i = 0; i < n; i++) s[t] += in[i];", false},
        {"if (t < n) { s[t] = in[t]; }", false},
        {"s[t] = in[t]; u[t] = 1;", true},
        {"if (t < n) s[t] = 1; else u[t] = 1;", true},
        {"for (;;) { a[t] = 1; b[t] = 2; }", true},
        {"c = ';'; /* ; ; */", false},
        {"    a[t] +", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trace_source source = {.text = cases[i].line};
        struct trace trace = {.sources = &source, .source_count = 1};
        assert_int_equal(words_several(&trace, 0, 1), cases[i].several);
    }
}

static void atomic_functions(void **state)
{
    (void)state;
    static const struct {
        const char *line, *name;
    } cases[] = {
        {"while (atomicAdd(&flag, 0) == 0);", "atomicAdd"},
        {"atomicAdd(&a, 1); atomicAdd(&b, atomicAdd(&c, 0));", "atomicAdd"},
        {"atomicAdd(&a, 1); atomicMax(&b, t);", ""},
        {"atomicCAS_block(&a, 0, 1);", "atomicCAS_block"},
        {"ref.fetch_add(1); atomicMax(&b, t);", ""},
        {"atomicMax(&b, t); ref->fetch_add(1);", ""},
        {"printf(\"atomicAdd(\"); // atomicOr()", ""},
        {"int atomics = my_atomicAdd(&a, 1);", ""},
        {"LOCK(m);", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[64];
        struct trace_source source = {.text = cases[i].line};
        struct trace trace = {.sources = &source, .source_count = 1};
        assert_string_equal(words_atomic(&trace, 0, 1, name, sizeof name), cases[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_statement_or_several),
        cmocka_unit_test(atomic_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
