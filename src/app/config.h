/* config.h - the person's habits: $XDG_CONFIG_HOME/syncstep/config.
 *
 * An INI file. [viewer]: theme, speed (steps a second), animation, mouse, ascii (yes or no), format
 * (of screenshots: an ending). [keys]: NAME = KEYS, for example "forward = d Right"; the names are
 * those of the table of keys (keys.h), which is changed at once. Nothing in it can start a program
 * or write a file. */
#ifndef SYNCSTEP_APP_CONFIG_H
#define SYNCSTEP_APP_CONFIG_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct config {
    int theme; /* index into theme_table, -1 = not said */
    int speed; /* as state.speed, 0 = not said */
    bool no_animation, mouse, ascii;
    char format[16]; /* "" = not said */
};

/* The file need not exist. -1 and "FILE:LINE: what is wrong". `path` NULL: the usual place.
 * `ending`: what `format` may be, one after the other, NULL behind the last. */
int config_load(struct config *config, const char *path, const char *(*ending)(uint32_t i),
                struct error *err);

#endif
