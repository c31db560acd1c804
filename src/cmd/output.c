#include "cmd/output.h"

#include "base/mem.h"
#include "base/paths.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* A slip of the hand ("record a.cu -o a.cu") must not cost anybody their program; no format of ours
 * ends like these. */
static bool is_source(const char *path)
{
    static const char *const endings[] = {".cu", ".cuh", ".h",   ".hh", ".hpp", ".hxx", ".c",
                                          ".cc", ".cpp", ".cxx", ".ii", ".inl", ".ptx"};
    const char *dot = strrchr(path_name(path), '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (strcasecmp(dot, endings[i]) == 0) return true;
    return false;
}

static bool same_file(const char *a, const char *b)
{
    struct stat one, other;
    if (strcmp(a, b) == 0) return true;
    if (stat(a, &one) == 0 && stat(b, &other) == 0)
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino && S_ISREG(one.st_mode);
    char *here = path_absolute(a), *there = path_absolute(b);
    bool same = strcmp(here, there) == 0;
    free(here);
    free(there);
    return same;
}

int output_check(const struct options *options, const char *path, struct error *err)
{
    struct stat status;
    if (!path || strcmp(path, "-") == 0) return 0;
    if (!*path) return error_set(err, "the name of the output file (-o) is empty");
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return error_set(err, "-o %s: that is a folder; name a file in it", path);
    if (is_source(path))
        return error_set(err, "-o %s: that is the name of a source file; it is not written over",
                         path);
    for (size_t i = 0; i < options->words.count; i++)
        if (same_file(path, options->words.words[i]))
            return error_set(err, "-o %s: that is the input; it is not written over", path);
    return 0;
}
