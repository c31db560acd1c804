#include "support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static char folder[] = "/tmp/syncstep-test-XXXXXX";

int folder_make(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

int folder_remove(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

const char *folder_file(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

struct str folder_read(const char *name)
{
    struct str text;
    str_init(&text);
    assert_int_equal(str_read_file(&text, folder_file(name)), 0);
    return text;
}
