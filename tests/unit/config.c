#include "app/config.h"
#include "app/keys.h"
#include "canvas/theme.h"
#include "export/export.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static int load(const char *text, struct config *config, struct error *err)
{
    char path[] = "/tmp/syncstep-config-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (int)strlen(text));
    close(fd);
    int status = config_load(config, path, export_ending, err);
    unlink(path);
    return status;
}

static void habits(void **state)
{
    struct config config;
    struct error err = {""};
    uint32_t argument;
    (void)state;
    assert_int_equal(
        load("; mine\n[viewer]\ntheme = light\nspeed = 2\nanimation = no\nmouse = yes\n"
             "ascii = off\nformat = SVG\n[keys]\nforward = d Right\n",
             &config, &err),
        0);
    assert_int_equal(config.theme, theme_find("light"));
    assert_int_equal(config.speed, 8);
    assert_true(config.no_animation);
    assert_true(config.mouse);
    assert_false(config.ascii);
    assert_string_equal(config.format, "svg");
    assert_int_equal(keys_find('d', 1u << KEYS_ANY, &argument)->action, ACTION_FORWARD);
    keys_reset();
}

static void keys_are_exchanged(void **state)
{
    struct config config;
    struct error err = {""};
    uint32_t argument;
    (void)state;
    assert_int_equal(load("[keys]\nforward = h Left\nback = l Right\n", &config, &err), 0);
    assert_int_equal(keys_find('h', 1u << KEYS_ANY, &argument)->action, ACTION_FORWARD);
    assert_int_equal(keys_find('l', 1u << KEYS_ANY, &argument)->action, ACTION_BACK);
    keys_reset();
}

static void mistakes_name_their_line(void **state)
{
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"[viewer]\ntheme = purple\n", ":2: there is no theme named \"purple\""},
        {"[viewer]\nspeed = 99\n", ":2: speed is from"},
        {"[viewer]\n\nmouse = perhaps\n", ":3: yes or no is wanted"},
        {"[viewer]\nformat = ../../x\n", ":2: a format of screenshots is one of txt, ans, svg"},
        {"[viewer]\n\nformat = gif\n", ", not \"gif\""},
        {"[viewer]\n\nformat = gif\n", ":3: a format of screenshots is"},
        {"[viewer]\nformat =\n", ":2: a format of screenshots is"},
        {"[viewer]\nshell = rm\n", ":2: there is no setting named \"shell\""},
        {"[run]\nx = y\n", ":2: there is no section named \"run\""},
        {"[keys]\nforward = h\n", ":2: the key h is bound to forward and to back"},
        {"[keys]\nquit = x\nforward = d\nback = d\n", ":3: the key d is bound to"},
        {"[keys]\nquit =\n", ":2: the action quit has no key"},
        {"[keys]\nfly = x\n", ":2: there is no action named fly"},
        {"nonsense\n", ":1: neither"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct config config;
        struct error err = {""};
        assert_int_equal(load(cases[i].text, &config, &err), -1);
        if (!strstr(err.text, cases[i].wanted))
            fail_msg("%s: %s, not %s", cases[i].text, err.text, cases[i].wanted);
        keys_reset();
    }
}

static void no_file_is_no_mistake(void **state)
{
    struct config config;
    struct error err;
    (void)state;
    assert_int_equal(config_load(&config, "/nonexistent/config", export_ending, &err), 0);
    assert_int_equal(config.theme, -1);
}

static void a_folder_is_a_mistake(void **state)
{
    char path[] = "/tmp/syncstep-config-XXXXXX";
    struct config config;
    struct error err = {""};
    (void)state;
    assert_non_null(mkdtemp(path));
    assert_int_equal(config_load(&config, path, export_ending, &err), -1);
    assert_non_null(strstr(err.text, path));
    assert_non_null(strstr(err.text, ": that is a folder"));
    rmdir(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(habits),
        cmocka_unit_test(keys_are_exchanged),
        cmocka_unit_test(mistakes_name_their_line),
        cmocka_unit_test(no_file_is_no_mistake),
        cmocka_unit_test(a_folder_is_a_mistake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
