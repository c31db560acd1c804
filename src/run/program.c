#include "run/program.h"

#include <ctype.h>
#include <string.h>

static bool is_hex(const char *text, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isxdigit((unsigned char)text[i])) return false;
    return true;
}

/* "_GLOBAL__N__305e9065_4_a_cu_8e4b6576", "_INTERNAL_399da91c_…": eight hexadecimal digits. */
static bool at_hash(const char *start, const char *at)
{
    return at - start >= 3 &&
           (memcmp(at - 3, "_N_", 3) == 0 || memcmp(at - 3, "AL_", 3) == 0 ||
            memcmp(at - 3, "N__", 3) == 0) &&
           strnlen(at, 8) == 8 && is_hex(at, 8);
}

bool program_same_name(const char *a, const char *b)
{
    const char *x = a, *y = b;
    while (*x && *y) {
        if (at_hash(a, x) && at_hash(b, y)) {
            x += 8;
            y += 8;
        } else if (*x++ != *y++) {
            return false;
        }
    }
    return *x == *y;
}
