/* What g++ and ld say, as the person reads it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/error.h"
#include "build/diagnose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/syncstep-diagnose-XXXXXX";
static struct diagnose_place place = {.folder = folder, .shim = "/opt/shim"};

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) return -1;
    char path[256];
    snprintf(path, sizeof path, "%s/x.cu", folder);
    FILE *file = fopen(path, "w");
    if (!file) return -1;
    fputs("first\n    second line\r\nthird", file);
    return fclose(file);
}

static int remove_folder(void **state)
{
    char path[256];
    (void)state;
    snprintf(path, sizeof path, "%s/x.cu", folder);
    return unlink(path) || rmdir(folder);
}

/* `format` has %1$s where the folder belongs. */
static void expect(const char *format, const char *expected)
{
    char output[2048];
    struct error err;
    snprintf(output, sizeof output, format, folder);
    diagnose(output, &place, &err);
    assert_string_equal(err.text, expected);
}

static void test_errors(void **state)
{
    (void)state;
    expect("%1$s/x.cu: In function ‘int main()’:\n"
           "%1$s/x.cu:2:5: error: ‘foo’ was not declared in this scope\n"
           "%1$s/x.cu:2:5: note: something\n",
           "x.cu:2: error: ‘foo’ was not declared in this scope\n    2 |     second line\n"
           "      |     ^");
    expect("%1$s/x.cu:1:1: error: one\n%1$s/x.cu:1:1: error: two\n%1$s/x.cu:1:1: error: three\n"
           "%1$s/x.cu:1:1: error: four\n",
           "x.cu:1: error: one\n    1 | first\n      | ^\n"
           "x.cu:1: error: two\n    1 | first\n      | ^\n"
           "x.cu:1: error: three\n    1 | first\n      | ^");
    expect("/opt/shim/launch.h: In instantiation of ‘void f()’:\n"
           "%1$s/x.cu:3:9:   required from here\n/opt/shim/launch.h:9:2: error: no match\n",
           "x.cu:3: error: no match\n    3 | third");
}

static void test_unsupported(void **state)
{
    (void)state;
    expect("%1$s/x.cu:1:10: fatal error: cusparse_v2.h: No such file or directory\n",
           "x.cu:1: cuSPARSE (cusparse_v2.h) is not supported by the emulator: run it with "
           "--backend gpu "
           "on a machine with a GPU and the CUDA toolkit\n    1 | first");
    expect(
        "%1$s/x.cu:1:10: fatal error: mine.h: No such file or directory\n",
        "x.cu:1: error: mine.h: no such file: put it beside the program, or name its folder with "
        "-I DIR\n    1 | first");
    expect("%1$s/x.cu:3:1: error: ‘cudaIpcMemHandle_t’ was not declared in this scope\n",
           "x.cu:3: memory shared between processes (cudaIpcMemHandle_t) is not supported by the "
           "emulator: run it with --backend gpu on a machine with a GPU and the CUDA toolkit\n    "
           "3 | third\n      | ^");
    expect(
        "%1$s/x.cu:3:1: error: ‘struct cudaDeviceProp’ has no member named ‘cudaOdd’\n",
        "x.cu:3: cudaOdd is not supported by the emulator: run it with --backend gpu on a machine "
        "with a GPU and the CUDA toolkit\n    3 | third\n      | ^");
}

static void test_linker(void **state)
{
    (void)state;
    expect("/usr/bin/ld: /tmp/w/program.o: in function `main':\n"
           "%1$s/x.cu:3: undefined reference to `helper(int)'\n"
           "/usr/bin/ld: %1$s/x.cu:1: undefined reference to `helper(int)'\n"
           "collect2: error: ld returned 1 exit status\n",
           "x.cu:3: error: helper(int) is used but not defined: syncstep builds one .cu file and "
           "what it includes\n    3 | third");
    expect("/usr/bin/ld: /tmp/w/program.o: in function `main':\n"
           "%1$s/x.cu:3:(.text+0x15): undefined reference to `helper(int)'\n"
           "/usr/bin/ld: %1$s/x.cu:1:(.text+0x25): undefined reference to `other()'\n"
           "collect2: error: ld returned 1 exit status\n",
           "x.cu:3: error: helper(int) is used but not defined: syncstep builds one .cu file and "
           "what it includes\n    3 | third\n"
           "x.cu:1: error: other() is used but not defined: syncstep builds one .cu file and "
           "what it includes\n    1 | first");
}

static void test_unreadable(void **state)
{
    (void)state;
    expect("/usr/bin/ld: Scrt1.o: in function `_start':\n(.text+0x17): undefined reference to "
           "`main'\ncollect2: error: ld returned 1 exit status\n",
           "there is no main(): syncstep runs complete programs, with the part that prepares the "
           "data and launches the kernels");
    expect("Killed\n", "the compiler failed:\nKilled\n");
    expect("", "the compiler failed:\n(no message)");
}

static void test_own(void **state)
{
    struct error err;
    char text[512];
    (void)state;
    snprintf(text, sizeof text, "%s/x.cu:3: textures are not supported", folder);
    diagnose_own(text, &place, &err);
    assert_string_equal(err.text, "x.cu:3: textures are not supported\n    3 | third");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors), cmocka_unit_test(test_unsupported),
        cmocka_unit_test(test_linker), cmocka_unit_test(test_unreadable),
        cmocka_unit_test(test_own)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
