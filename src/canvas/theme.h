/* theme.h - colours and attributes for the meanings of style.h.
 *
 * A theme gives every style a pair for 256 colours and one for the 8 or 16 basic ones; without
 * colours only the attributes count. THEME_DEFAULT is the terminal's own foreground or background.
 * tests/unit/theme.c holds every pair to a contrast of at least 4.5 : 1 (WCAG 2.1, 1.4.3) on every
 * background the theme is meant for. */
#ifndef SYNCSTEP_CANVAS_THEME_H
#define SYNCSTEP_CANVAS_THEME_H

#include "canvas/style.h"

#include <stdbool.h>
#include <stdint.h>

enum { THEME_DEFAULT = -1 };

enum theme_attributes { THEME_BOLD = 1, THEME_REVERSE = 2, THEME_UNDERLINE = 4, THEME_FAINT = 8 };

struct theme_pair {
    int16_t fg, bg;     /* of xterm's 256 colours */
    int16_t fg16, bg16; /* of the 16 basic ones; 8 to 15 are bold on an 8-colour terminal */
    uint8_t attributes; /* with colours */
    uint8_t plain;      /* attributes without colours */
};

struct theme {
    const char *name, *about;
    bool on_dark, on_light;          /* backgrounds the colours are meant for */
    uint32_t background, foreground; /* 0xRRGGBB, for files, where nothing else is the default */
    struct theme_pair pairs[STYLE_COUNT];
};

extern const struct theme theme_table[]; /* [0] is the default */
extern const int theme_count;

int theme_find(const char *name); /* index or -1 */

/* 0xRRGGBB of colour `index` of xterm's 256. */
uint32_t theme_rgb(int index);
/* Colours of a style in a file: the defaults filled in, reverse carried out. */
void theme_colors(const struct theme *theme, enum style style, uint32_t *fg, uint32_t *bg);

#endif
