/* folder.h - a folder of a test's own for the files it writes; gone when the tests are done. */
#ifndef TESTS_SUPPORT_FOLDER_H
#define TESTS_SUPPORT_FOLDER_H

#include "base/str.h"

/* Before and after a group of cmocka tests. */
int folder_make(void **state);
int folder_remove(void **state);

const char *folder_file(const char *name); /* its path, until the next call */
/* The whole file; str_fini it. The test fails when there is none. */
struct str folder_read(const char *name);

#endif
