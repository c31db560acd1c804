/* viewed.h - the traces that the tests of the terminal look at, and the viewer on one of them. */
#ifndef TESTS_SUPPORT_VIEWED_H
#define TESTS_SUPPORT_VIEWED_H

#include "support/tty.h"

/* Their files, once they have been made, and the folder: what is put there goes with it. */
extern char viewed_tree[], viewed_race[], viewed_folder[];

/* Set-up and tear-down of a group of tests: 0, or -1 when they cannot be written or removed. */
int viewed_make(void **state);
int viewed_remove(void **state);

void viewed_start(struct tty *tty, const char *const *environment, int columns, int rows);
/* q: true when the viewer ends well and the terminal is as before. It is stopped in any case. */
bool viewed_quit(struct tty *tty);

/* A viewer that has something to build: its cache is a new folder of its own. */
struct viewed_build {
    struct tty tty;
    char cache[32];
};

/* `words`: what follows the program's name, ended by NULL. */
void viewed_build_start(struct viewed_build *build, const char *const *words);
/* The same with a program of kernels/: `syncstep run FILE`. */
void viewed_build_run(struct viewed_build *build, const char *file);
void viewed_build_stop(struct viewed_build *build); /* stops it, removes the folder */

#endif
