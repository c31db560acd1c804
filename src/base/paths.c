#include "base/paths.h"

#include "base/mem.h"
#include "base/str.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *path_join(const char *folder, const char *name)
{
    if (name[0] == '/' || !folder[0]) return mem_strdup(name);
    struct str path;
    str_init(&path);
    str_adds(&path, folder);
    if (path.text[path.length - 1] != '/') str_addc(&path, '/');
    str_adds(&path, name);
    return str_take(&path);
}

char *path_absolute(const char *path)
{
    char *folder = path_folder(path), real[PATH_MAX];
    const char *name = path_name(path);
    bool plain = name[0] && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    bool resolved = realpath(plain ? folder : path, real);
    free(folder);
    if (resolved) return plain ? path_join(real, name) : mem_strdup(real);
    char here[PATH_MAX];
    if (path[0] == '/' || !getcwd(here, sizeof here)) return mem_strdup(path);
    return path_join(here, path);
}

char *path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return mem_strdup(".");
    return slash == path ? mem_strdup("/") : mem_strndup(path, (size_t)(slash - path));
}

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int is_folder(const char *folder, const char *name)
{
    char *path = path_join(folder, name);
    struct stat status;
    int found = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    free(path);
    return found;
}

static int is_library(const char *folder)
{
    char *path = path_join(folder, "libsyncstep_emulator.a");
    int found = access(path, F_OK) == 0;
    free(path);
    return found;
}

/* Both are found once: the data root, and the folder of the libraries. */
static char *data_root, *library_folder;

static void find_roots(void)
{
    if (data_root) return;
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length < 0 ? 0 : length] = 0;
    char *bin = path_folder(self), *above = path_folder(bin);
    char *share = path_join(above, "share/syncstep");
    const char *given = getenv("SYNCSTEP_ROOT");
    char *root = given && given[0] ? path_absolute(given) : NULL;
    /* A unit test is in DIR/build/tests/, one folder deeper than the program; another build of the
     * program may be in DIR/build/asan/. */
    char *deeper = path_folder(above);
    if (!root && is_folder(share, "cuda")) root = mem_strdup(share);
    if (!root && is_folder(above, "include/cuda")) root = mem_strdup(above);
    if (!root && is_folder(deeper, "include/cuda")) root = mem_strdup(deeper);
    if (!root && is_folder(SYNCSTEP_PREFIX "/share/syncstep", "cuda"))
        root = mem_strdup(SYNCSTEP_PREFIX "/share/syncstep");
    if (!root) root = mem_strdup(SYNCSTEP_SOURCE_ROOT);
    if (is_folder(root, "cuda")) { /* installed: .../share/syncstep, .../lib/syncstep */
        char *up = path_folder(root), *prefix = path_folder(up);
        library_folder = path_join(prefix, "lib/syncstep");
        free(up);
        free(prefix);
    } else {
        library_folder = is_library(bin)     ? mem_strdup(bin)
                         : is_library(above) ? mem_strdup(above)
                                             : path_join(root, "build");
    }
    data_root = root;
    free(bin);
    free(above);
    free(deeper);
    free(share);
}

char *path_data(const char *name)
{
    find_roots();
    return path_join(data_root, name);
}

char *path_shim(void)
{
    find_roots();
    return path_join(data_root, is_folder(data_root, "cuda") ? "cuda" : "include/cuda");
}

char *path_library(const char *name)
{
    find_roots();
    return path_join(library_folder, name);
}

char *path_locale(void)
{
    find_roots();
    if (!is_folder(data_root, "cuda")) return path_join(library_folder, "locale");
    char *up = path_folder(data_root), *locale = path_join(up, "locale");
    free(up);
    return locale;
}

static char *below(const char *variable, const char *fallback)
{
    const char *base = getenv(variable);
    if (base && base[0] == '/') return path_join(base, "syncstep");
    const char *home = getenv("HOME");
    if (!home || home[0] != '/') return NULL;
    char *folder = path_join(home, fallback), *path = path_join(folder, "syncstep");
    free(folder);
    return path;
}

char *path_cache(void)
{
    return below("XDG_CACHE_HOME", ".cache");
}

char *path_config(void)
{
    return below("XDG_CONFIG_HOME", ".config");
}

int path_make_folder(const char *path, struct error *err)
{
    char *part = mem_strdup(path);
    for (char *at = part + 1;; at++) {
        if (*at && *at != '/') continue;
        char end = *at;
        *at = 0;
        if (mkdir(part, 0700) && errno != EEXIST && errno != EROFS && end == 0) {
            error_set(err, "cannot make the folder %s: %s", part, strerror(errno));
            free(part);
            return -1;
        }
        *at = end;
        if (!end) break;
    }
    struct stat status;
    int made = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    free(part);
    return made ? 0 : error_set(err, "cannot make the folder %s", path);
}
