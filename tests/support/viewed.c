#include "support/viewed.h"

#include "base/error.h"
#include "support/synthetic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char viewed_folder[] = "/tmp/syncstep-viewed-XXXXXX";
char viewed_tree[64], viewed_race[64];

static int write_trace(struct trace *trace, const char *file)
{
    struct error err;
    int status = trace_write(trace, file, &err);
    trace_destroy(trace);
    return status;
}

int viewed_make(void **state)
{
    (void)state;
    if (!mkdtemp(viewed_folder)) return -1;
    snprintf(viewed_tree, sizeof viewed_tree, "%s/tree.npz", viewed_folder);
    snprintf(viewed_race, sizeof viewed_race, "%s/race.npz", viewed_folder);
    if (write_trace(synthetic_tree(8192, 4, 256, false), viewed_tree) != 0) return -1;
    return write_trace(synthetic_missing_barrier(4096, 2, 128, false), viewed_race);
}

int viewed_remove(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", viewed_folder);
    return system(command);
}

void viewed_start(struct tty *tty, const char *const *environment, int columns, int rows)
{
    const char *argv[] = {tty_viewer(), "view", viewed_tree, NULL};
    tty_start(tty, argv, environment, columns, rows);
}

bool viewed_quit(struct tty *tty)
{
    tty_send(tty, "q");
    bool well = tty_wait(tty) == 0 && tty_restored(tty);
    tty_stop(tty);
    return well;
}

static void fail(const char *what)
{
    perror(what);
    abort();
}

void viewed_build_start(struct viewed_build *build, const char *const *words)
{
    enum { MOST = 8 };
    const char *argv[MOST] = {tty_viewer()};
    char variable[64];
    const char *environment[] = {variable, NULL};
    for (int i = 1; i + 1 < MOST && words[i - 1]; i++)
        argv[i] = words[i - 1];
    strcpy(build->cache, "/tmp/syncstep-cache-XXXXXX");
    if (!mkdtemp(build->cache)) fail(build->cache);
    snprintf(variable, sizeof variable, "XDG_CACHE_HOME=%s", build->cache);
    tty_start(&build->tty, argv, environment, 80, 24);
}

void viewed_build_run(struct viewed_build *build, const char *file)
{
    char program[4600];
    snprintf(program, sizeof program, "%s/kernels/%s", SYNCSTEP_SOURCE_ROOT, file);
    viewed_build_start(build, (const char *const[]){"run", program, NULL});
}

void viewed_build_stop(struct viewed_build *build)
{
    char command[64];
    tty_stop(&build->tty);
    snprintf(command, sizeof command, "rm -rf %s", build->cache);
    if (system(command) != 0) fail(command);
}
