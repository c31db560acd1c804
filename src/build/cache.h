/* cache.h - results of builds by content, in $XDG_CACHE_HOME/syncstep.
 *
 * KIND/KEY.deps lists the files that a result was made from. KIND/KEY-STAMP/ is the result, STAMP
 * being a hash over those files as they are now: so two states of the person's program have two
 * results, and a look-up reads files but runs nothing. A result appears by one rename; nobody ever
 * sees half of one, and one that is in use is never replaced. */
#ifndef SYNCSTEP_BUILD_CACHE_H
#define SYNCSTEP_BUILD_CACHE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash {
    unsigned __int128 value;
};

struct hash hash_start(void);
void hash_bytes(struct hash *hash, const void *bytes, size_t length);
void hash_text(struct hash *hash, const char *text); /* with its end: "ab","c" is not "a","bc" */
void hash_stat(struct hash *hash, const char *path); /* path, size and time of change */
int hash_file(struct hash *hash, const char *path);  /* contents; -1 where it cannot be read */

struct cache_dependency {
    const char *path;
    bool content; /* the person's: told apart by content, the others by size and time */
};

struct cache {
    char *folder;   /* NULL: there is none that we may write to */
    uint64_t limit; /* bytes it may take; older results go first */
};

void cache_open(struct cache *cache);
void cache_close(struct cache *cache);

/* The result's folder, or NULL. free() it. */
char *cache_find(const struct cache *cache, const char *kind, struct hash key);
/* A new folder to build in; NULL and err if there is none. free() the path. */
char *cache_work_folder(const struct cache *cache, struct error *err);
/* Makes `work` the result; returns its folder, `work` itself (still the caller's to remove) where
 * the cache cannot keep it. */
char *cache_store(const struct cache *cache, const char *kind, struct hash key,
                  const struct cache_dependency *dependencies, size_t count, const char *work);
void cache_prune(const struct cache *cache);
void cache_remove_folder(const char *path); /* and the files in it; it has no folders */

#endif
