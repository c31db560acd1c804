#include "support/viewed.h"

#include "base/error.h"
#include "support/synthetic.h"

#include <stdio.h>
#include <stdlib.h>

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
