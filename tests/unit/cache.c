/* The build cache: found by content, lost when a file changes, safe with others about. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/paths.h"
#include "build/cache.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/syncstep-cache-XXXXXX";
static char header[64];
static struct cache cache;

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int start(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) return -1;
    setenv("XDG_CACHE_HOME", folder, 1);
    snprintf(header, sizeof header, "%s/x.h", folder);
    cache_open(&cache);
    return cache.folder ? 0 : -1;
}

static int finish(void **state)
{
    (void)state;
    char command[128];
    cache_close(&cache);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static struct hash key_of(const char *text)
{
    struct hash key = hash_start();
    hash_text(&key, text);
    return key;
}

/* A result that holds one file with `text`. */
static char *store(const char *name, const char *text)
{
    struct error err;
    struct cache_dependency dependency = {header, true};
    char *work = cache_work_folder(&cache, &err);
    assert_non_null(work);
    char *file = path_join(work, "program");
    write_text(file, text);
    free(file);
    char *entry = cache_store(&cache, "build", key_of(name), &dependency, 1, work);
    assert_string_not_equal(entry, work);
    free(work);
    return entry;
}

static void test_find(void **state)
{
    (void)state;
    write_text(header, "one");
    assert_null(cache_find(&cache, "build", key_of("a")));
    char *entry = store("a", "program");
    char *found = cache_find(&cache, "build", key_of("a"));
    assert_string_equal(found, entry);
    assert_null(cache_find(&cache, "build", key_of("b")));
    free(found);
    free(entry);
}

static void test_content(void **state)
{
    (void)state;
    write_text(header, "two");
    char *two = store("c", "2");
    write_text(header, "three");
    assert_null(cache_find(&cache, "build", key_of("c")));
    char *three = store("c", "3");
    assert_string_not_equal(two, three);
    write_text(header, "two"); /* an undone edit finds the old result again */
    char *found = cache_find(&cache, "build", key_of("c"));
    assert_string_equal(found, two);
    unlink(header);
    assert_null(cache_find(&cache, "build", key_of("c")));
    write_text(header, "one");
    free(two);
    free(three);
    free(found);
}

static void test_second_writer(void **state)
{
    (void)state;
    char *first = store("d", "first"), *second = store("d", "second");
    assert_string_equal(first, second); /* the result that was there stays */
    char *file = path_join(first, "program"), text[16] = "";
    FILE *open = fopen(file, "r");
    assert_non_null(fgets(text, sizeof text, open));
    fclose(open);
    assert_string_equal(text, "first");
    free(first);
    free(second);
    free(file);
}

static void test_prune(void **state)
{
    (void)state;
    char *old = store("e", "old"), *new = store("f", "new");
    struct timespec long_ago[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    utimensat(AT_FDCWD, old, long_ago, 0);
    struct cache tight = {.folder = cache.folder, .limit = 1};
    cache_prune(&tight);
    assert_int_not_equal(access(old, F_OK), 0);
    assert_int_equal(access(new, F_OK), 0); /* in use within the hour */
    assert_null(cache_find(&cache, "build", key_of("e")));
    free(old);
    free(new);
}

static void test_no_folder(void **state)
{
    struct cache none;
    struct error err;
    (void)state;
    setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
    cache_open(&none);
    assert_null(none.folder);
    assert_null(cache_find(&none, "build", key_of("a")));
    char *work = cache_work_folder(&none, &err);
    char *entry = cache_store(&none, "build", key_of("a"), NULL, 0, work);
    assert_string_equal(entry, work);
    cache_remove_folder(work);
    assert_int_not_equal(access(work, F_OK), 0);
    free(entry);
    free(work);
    cache_close(&none);
    setenv("XDG_CACHE_HOME", folder, 1);
}

static void test_hash(void **state)
{
    struct hash a = hash_start(), b = hash_start();
    (void)state;
    hash_text(&a, "ab");
    hash_text(&a, "c");
    hash_text(&b, "a");
    hash_text(&b, "bc");
    assert_true(a.value != b.value);
    /* The published value of FNV-1a, 128 bits, for "a". */
    struct hash c = hash_start();
    hash_bytes(&c, "a", 1);
    assert_true((uint64_t)(c.value >> 64) == 0xd228cb696f1a8cafull);
    assert_true((uint64_t)c.value == 0x78912b704e4a8964ull);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hash),    cmocka_unit_test(test_find),
        cmocka_unit_test(test_content), cmocka_unit_test(test_second_writer),
        cmocka_unit_test(test_prune),   cmocka_unit_test(test_no_folder)};
    return cmocka_run_group_tests(tests, start, finish);
}
