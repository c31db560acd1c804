/* paths.h - where syncstep's own files are, in the build tree and installed.
 *
 * The root is found from the executable's own place: DIR/build.../syncstep belongs to the source
 * tree DIR; PREFIX/bin/syncstep to PREFIX/share/syncstep and PREFIX/lib/syncstep. $SYNCSTEP_ROOT (a
 * source tree or an installed share/syncstep) overrides it. */
#ifndef SYNCSTEP_BASE_PATHS_H
#define SYNCSTEP_BASE_PATHS_H

#include "base/error.h"

/* Each returns a new string that the caller frees. The file need not exist. */
char *path_data(const char *name);    /* "kernels/tree.cu", "assets/lessons/reduction.ini", ... */
char *path_shim(void);                /* folder with cuda_runtime.h for emulated programs */
char *path_library(const char *name); /* "libsyncstep_emulator.a" */
char *path_locale(void);              /* message catalogues for bindtextdomain */

/* $XDG_CACHE_HOME/syncstep and $XDG_CONFIG_HOME/syncstep, or below $HOME; NULL when neither is set.
 */
char *path_cache(void);
char *path_config(void);

char *path_join(const char *folder, const char *name); /* name alone if it is absolute */
char *path_absolute(const char *path);   /* links of its folder resolved, not the file's own:
                                            headers stand beside the link */
char *path_folder(const char *path);     /* "." for a bare name */
const char *path_name(const char *path); /* behind the last slash; points into path */

/* mkdir -p with mode 0700 for what is new. 0, or -1 and err. */
int path_make_folder(const char *path, struct error *err);

#endif
