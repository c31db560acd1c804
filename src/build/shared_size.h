/* shared_size.h - static shared memory of a built program: 48 KiB a function, as ptxas allows. */
#ifndef SYNCSTEP_BUILD_SHARED_SIZE_H
#define SYNCSTEP_BUILD_SHARED_SIZE_H

#include "base/error.h"

/* `symbols` is the table of translate.h. 0, or -1 and err: "path:line: error: ...". What a kernel's
 * device functions declare is counted for themselves only. */
int shared_size_check(const char *executable, const char *symbols, struct error *err);

#endif
