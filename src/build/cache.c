#include "build/cache.h"

#include "base/mem.h"
#include "base/paths.h"
#include "base/str.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { CACHE_MEGABYTES = 768, CACHE_FRESH_SECONDS = 3600, CACHE_LEFT_SECONDS = 600 };

/* FNV-1a with 128 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
struct hash hash_start(void)
{
    return (struct hash){((unsigned __int128)0x6c62272e07bb0142ull << 64) | 0x62b821756295c58dull};
}

void hash_bytes(struct hash *hash, const void *bytes, size_t length)
{
    const unsigned __int128 prime = ((unsigned __int128)1 << 88) | 0x13b;
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        hash->value = (hash->value ^ at[i]) * prime;
}

void hash_text(struct hash *hash, const char *text)
{
    hash_bytes(hash, text, strlen(text) + 1);
}

void hash_stat(struct hash *hash, const char *path)
{
    struct stat status;
    hash_text(hash, path);
    if (stat(path, &status)) return;
    int64_t facts[] = {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
    hash_bytes(hash, facts, sizeof facts);
}

int hash_file(struct hash *hash, const char *path)
{
    struct str text;
    str_init(&text);
    int status = str_read_file(&text, path);
    hash_text(hash, path);
    if (status == 0) hash_bytes(hash, text.text, text.length);
    str_fini(&text);
    return status;
}

static void hash_spell(struct hash hash, char out[33])
{
    snprintf(out, 33, "%016llx%016llx", (unsigned long long)(hash.value >> 64),
             (unsigned long long)hash.value);
}

void cache_open(struct cache *cache)
{
    struct error err;
    *cache = (struct cache){.limit = (uint64_t)CACHE_MEGABYTES << 20};
    cache->folder = path_cache();
    if (cache->folder &&
        (path_make_folder(cache->folder, &err) || access(cache->folder, W_OK | X_OK))) {
        free(cache->folder);
        cache->folder = NULL;
    }
}

void cache_close(struct cache *cache)
{
    free(cache->folder);
    cache->folder = NULL;
}

static char *entry_path(const struct cache *cache, const char *kind, struct hash key,
                        const char *tail)
{
    char spelled[33];
    struct str path;
    hash_spell(key, spelled);
    str_init(&path);
    str_addf(&path, "%s/%s/%s%s", cache->folder, kind, spelled, tail);
    return str_take(&path);
}

/* Lines "=PATH" (content) and "~PATH" (size and time). -1: one of them is not there any more. */
static int stamp_of(char *list, struct hash *stamp)
{
    *stamp = hash_start();
    for (char *line = list; *line;) {
        char *end = strchrnul(line, '\n');
        bool last = !*end;
        *end = 0;
        if (line[0] == '=' && hash_file(stamp, line + 1)) return -1;
        if (line[0] == '~') hash_stat(stamp, line + 1);
        line = last ? end : end + 1;
    }
    return 0;
}

static char *result_path(const struct cache *cache, const char *kind, struct hash key,
                         struct hash stamp)
{
    char tail[35] = "-";
    hash_spell(stamp, tail + 1);
    return entry_path(cache, kind, key, tail);
}

char *cache_find(const struct cache *cache, const char *kind, struct hash key)
{
    if (!cache->folder) return NULL;
    char *list_path = entry_path(cache, kind, key, ".deps"), *found = NULL;
    struct str list;
    struct hash stamp;
    str_init(&list);
    if (str_read_file(&list, list_path) == 0 && list.length && stamp_of(list.text, &stamp) == 0) {
        found = result_path(cache, kind, key, stamp);
        /* The time of the last use decides what is pruned. */
        if (utimensat(AT_FDCWD, found, NULL, 0)) {
            free(found);
            found = NULL;
        }
    }
    str_fini(&list);
    free(list_path);
    return found;
}

/* The lock of a work folder goes with its process. Where none is to be had, the folder's age has to
 * do. */
static int lock_folder(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0 || flock(folder, LOCK_EX | LOCK_NB) == 0) return folder;
    close(folder);
    return -1;
}

/* Work folders of builds that were killed. */
static void remove_left(const char *base)
{
    struct stat status;
    DIR *folder = opendir(base);
    if (!folder) return;
    for (struct dirent *item; (item = readdir(folder));) {
        if (strncmp(item->d_name, "work-", 5) != 0 ||
            fstatat(dirfd(folder), item->d_name, &status, AT_SYMLINK_NOFOLLOW) ||
            time(NULL) - status.st_mtime < CACHE_LEFT_SECONDS)
            continue;
        char *path = path_join(base, item->d_name);
        int lock = lock_folder(path);
        if (lock >= 0) {
            cache_remove_folder(path);
            close(lock);
        }
        free(path);
    }
    closedir(folder);
}

char *cache_work_folder(const struct cache *cache, struct error *err)
{
    const char *base = cache->folder, *temporary = getenv("TMPDIR");
    if (!base) base = temporary && temporary[0] ? temporary : "/tmp";
    char *path = path_join(base, "work-XXXXXX");
    if (cache->folder) remove_left(cache->folder);
    if (mkdtemp(path)) {
        lock_folder(path);
        return path;
    }
    error_set(err, "cannot make a folder to build in, %s", path);
    free(path);
    return NULL;
}

static int write_list(const char *path, const struct cache_dependency *dependencies, size_t count,
                      struct str *list)
{
    for (size_t i = 0; i < count; i++)
        str_addf(list, "%c%s\n", dependencies[i].content ? '=' : '~', dependencies[i].path);
    FILE *file = fopen(path, "w");
    if (!file) return -1;
    int status = fwrite(list->text, 1, list->length, file) == list->length ? 0 : -1;
    return fclose(file) ? -1 : status;
}

char *cache_store(const struct cache *cache, const char *kind, struct hash key,
                  const struct cache_dependency *dependencies, size_t count, const char *work)
{
    struct error err;
    if (!cache->folder) return mem_strdup(work);
    char *folder = path_join(cache->folder, kind), *own = path_join(work, "deps");
    char *list_path = entry_path(cache, kind, key, ".deps"), *result = NULL;
    struct str list;
    struct hash stamp;
    str_init(&list);
    bool stored = path_make_folder(folder, &err) == 0 &&
                  write_list(own, dependencies, count, &list) == 0 && rename(own, list_path) == 0 &&
                  stamp_of(list.text, &stamp) == 0;
    if (stored) {
        result = result_path(cache, kind, key, stamp);
        if (rename(work, result) == 0) {
            cache_prune(cache);
        } else if (access(result, X_OK) == 0) {
            cache_remove_folder(work); /* somebody else was faster with the same thing */
        } else {
            stored = false;
        }
    }
    if (!stored) {
        free(result);
        result = mem_strdup(work);
    }
    str_fini(&list);
    free(list_path);
    free(own);
    free(folder);
    return result;
}

void cache_remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) return;
    for (struct dirent *entry; (entry = readdir(folder));)
        unlinkat(dirfd(folder), entry->d_name, 0); /* fails on "." and "..", as it should */
    closedir(folder);
    rmdir(path);
}

struct entry {
    char *path;
    time_t used;
    uint64_t bytes;
};

struct entries {
    struct entry *items;
    size_t count, capacity;
    uint64_t bytes;
};

static uint64_t folder_bytes(const char *path)
{
    uint64_t bytes = 0;
    struct stat status;
    DIR *folder = opendir(path);
    if (!folder) return 0;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (fstatat(dirfd(folder), entry->d_name, &status, 0) == 0 && S_ISREG(status.st_mode))
            bytes += (uint64_t)status.st_blocks * 512;
    closedir(folder);
    return bytes;
}

static void list_entries(struct entries *entries, const char *parent, const char *prefix)
{
    struct stat status;
    DIR *folder = opendir(parent);
    if (!folder) return;
    for (struct dirent *item; (item = readdir(folder));) {
        if (item->d_name[0] == '.' || strncmp(item->d_name, prefix, strlen(prefix)) != 0) continue;
        if (fstatat(dirfd(folder), item->d_name, &status, AT_SYMLINK_NOFOLLOW)) continue;
        MEM_GROW(entries->items, entries->count, entries->capacity);
        struct entry *entry = &entries->items[entries->count++];
        *entry = (struct entry){path_join(parent, item->d_name), status.st_mtime, 0};
        if (S_ISDIR(status.st_mode)) entry->bytes = folder_bytes(entry->path);
        entries->bytes += entry->bytes;
    }
    closedir(folder);
}

static int older_first(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return (x->used > y->used) - (x->used < y->used);
}

/* Removes what was used longest ago until three quarters of the limit are left. What was used
 * within the hour stays: somebody may be running it. */
void cache_prune(const struct cache *cache)
{
    static const char *const kinds[] = {"build", "prelude"};
    struct entries entries = {NULL, 0, 0, 0};
    list_entries(&entries, cache->folder, "work-");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char *parent = path_join(cache->folder, kinds[i]);
        list_entries(&entries, parent, "");
        free(parent);
    }
    bool over = entries.bytes > cache->limit;
    if (over) qsort(entries.items, entries.count, sizeof *entries.items, older_first);
    time_t fresh = time(NULL) - CACHE_FRESH_SECONDS;
    for (size_t i = 0; i < entries.count; i++) {
        struct entry *entry = &entries.items[i];
        if (over && entry->used < fresh && entries.bytes > cache->limit / 4 * 3) {
            if (unlink(entry->path)) cache_remove_folder(entry->path);
            entries.bytes -= entry->bytes;
        }
        free(entry->path);
    }
    free(entries.items);
}
