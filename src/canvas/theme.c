#include "canvas/theme.h"

#include "base/i18n.h"

#include <strings.h>

#define D THEME_DEFAULT

/* Lanes at work and lanes that come along differ by their glyph and share a colour: rows of them
 * alternate, and every change of colour is ten bytes on a slow line.
 * What is left of a meaning without colours: the same in every theme. */
#define PLAIN_KEY THEME_BOLD
#define PLAIN_SELECTED THEME_REVERSE

const struct theme theme_table[] =
    {
        {
            .name = "safe",
            .about = N_("blue and orange, for colour-blind people, on dark and light backgrounds"),
            .on_dark = true,
            .on_light = true,
            .background = 0x000000,
            .foreground = 0xE4E4E4,
            .pairs =
                {
                    [STYLE_NORMAL] = {D, D, D, D, 0, 0},
                    [STYLE_DIM] = {243, D, D, D, 0, 0},
                    [STYLE_STRONG] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_TITLE] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_TAB] = {D, D, D, D, 0, 0},
                    [STYLE_TAB_ON] = {255, 25, 15, 4, THEME_BOLD, THEME_REVERSE},
                    [STYLE_RULE] = {243, D, D, D, 0, 0},
                    [STYLE_SENTENCE] = {D, D, D, D, 0, 0},
                    [STYLE_KEY] = {63, D, D, D, THEME_BOLD, PLAIN_KEY},
                    [STYLE_HINT] = {D, D, D, D, 0, 0},
                    [STYLE_ACTIVE] = {63, D, D, D, 0, THEME_BOLD},
                    [STYLE_ALONG] = {63, D, D, D, 0, 0},
                    [STYLE_WAITING] = {243, D, D, D, 0, 0},
                    [STYLE_READ] = {255, 25, 15, 4, 0, THEME_UNDERLINE},
                    [STYLE_WRITTEN] = {16, 214, 0, 6, 0, THEME_BOLD},
                    [STYLE_EDGE] = {63, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_STALE] = {243, D, D, D, 0, 0},
                    [STYLE_UNSET] = {243, D, D, D, 0, 0},
                    [STYLE_SELECTED] = {D, D, D, D, THEME_REVERSE, PLAIN_SELECTED},
                    [STYLE_RACE] = {255, 124, 15, 1, THEME_BOLD, THEME_REVERSE | THEME_BOLD},
                    [STYLE_WARNING] = {16, 220, 0, 7, 0, THEME_BOLD},
                    [STYLE_GOOD] = {29, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_BAR] = {63, D, D, D, 0, 0},
                    [STYLE_BAR_OTHER] = {131, D, D, D, 0, 0},
                    [STYLE_HERE] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_COMMENT] = {29, D, D, D, 0, 0},
                    [STYLE_KEYWORD] = {63, D, D, D, 0, THEME_BOLD},
                    [STYLE_LITERAL] = {131, D, D, D, 0, 0},
                    [STYLE_DIFFERENT] = {16, 220, 0, 7, 0, THEME_UNDERLINE},
                    [STYLE_BOX] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                },
        },
        {
            .name = "dark",
            .about = N_("bright colours on a dark background"),
            .on_dark = true,
            .background = 0x000000,
            .foreground = 0xE4E4E4,
            .pairs =
                {
                    [STYLE_NORMAL] = {D, D, D, D, 0, 0},
                    [STYLE_DIM] = {248, D, D, D, 0, 0},
                    [STYLE_STRONG] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_TITLE] = {117, D, 6, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_TAB] = {248, D, D, D, 0, 0},
                    [STYLE_TAB_ON] = {16, 117, 15, 4, THEME_BOLD, THEME_REVERSE},
                    [STYLE_RULE] = {245, D, D, D, 0, 0},
                    [STYLE_SENTENCE] = {D, D, D, D, 0, 0},
                    [STYLE_KEY] = {117, D, 6, D, THEME_BOLD, PLAIN_KEY},
                    [STYLE_HINT] = {D, D, D, D, 0, 0},
                    [STYLE_ACTIVE] = {117, D, 6, D, 0, THEME_BOLD},
                    [STYLE_ALONG] = {117, D, 6, D, 0, 0},
                    [STYLE_WAITING] = {245, D, D, D, 0, 0},
                    [STYLE_READ] = {16, 117, 0, 6, 0, THEME_UNDERLINE},
                    [STYLE_WRITTEN] = {16, 214, 0, 7, 0, THEME_BOLD},
                    [STYLE_EDGE] = {214, D, 7, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_STALE] = {248, D, D, D, 0, 0},
                    [STYLE_UNSET] = {245, D, D, D, 0, 0},
                    [STYLE_SELECTED] = {D, D, D, D, THEME_REVERSE, PLAIN_SELECTED},
                    [STYLE_RACE] = {255, 124, 15, 1, THEME_BOLD, THEME_REVERSE | THEME_BOLD},
                    [STYLE_WARNING] = {220, D, 14, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_GOOD] = {120, D, 2, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_BAR] = {117, D, 6, D, 0, 0},
                    [STYLE_BAR_OTHER] = {214, D, 7, D, 0, 0},
                    [STYLE_HERE] = {220, D, 15, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_COMMENT] = {150, D, 2, D, 0, 0},
                    [STYLE_KEYWORD] = {117, D, 6, D, 0, THEME_BOLD},
                    [STYLE_LITERAL] = {222, D, D, D, 0, 0},
                    [STYLE_DIFFERENT] = {16, 220, 0, 7, 0, THEME_UNDERLINE},
                    [STYLE_BOX] = {117, D, 6, D, THEME_BOLD, THEME_BOLD},
                },
        },
        {
            .name = "light",
            .about = N_("dark colours on a light background"),
            .on_light = true,
            .background = 0xFFFFFF,
            .foreground = 0x121212,
            .pairs =
                {
                    [STYLE_NORMAL] = {D, D, D, D, 0, 0},
                    [STYLE_DIM] = {241, D, D, D, 0, 0},
                    [STYLE_STRONG] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_TITLE] = {25, D, 4, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_TAB] = {241, D, D, D, 0, 0},
                    [STYLE_TAB_ON] = {255, 25, 15, 4, THEME_BOLD, THEME_REVERSE},
                    [STYLE_RULE] = {243, D, D, D, 0, 0},
                    [STYLE_SENTENCE] = {D, D, D, D, 0, 0},
                    [STYLE_KEY] = {25, D, 4, D, THEME_BOLD, PLAIN_KEY},
                    [STYLE_HINT] = {D, D, D, D, 0, 0},
                    [STYLE_ACTIVE] = {25, D, 4, D, 0, THEME_BOLD},
                    [STYLE_ALONG] = {25, D, 4, D, 0, 0},
                    [STYLE_WAITING] = {243, D, D, D, 0, 0},
                    [STYLE_READ] = {255, 25, 15, 4, 0, THEME_UNDERLINE},
                    [STYLE_WRITTEN] = {16, 214, 0, 6, 0, THEME_BOLD},
                    [STYLE_EDGE] = {130, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_STALE] = {241, D, D, D, 0, 0},
                    [STYLE_UNSET] = {243, D, D, D, 0, 0},
                    [STYLE_SELECTED] = {D, D, D, D, THEME_REVERSE, PLAIN_SELECTED},
                    [STYLE_RACE] = {255, 124, 15, 1, THEME_BOLD, THEME_REVERSE | THEME_BOLD},
                    [STYLE_WARNING] = {16, 220, 0, 7, 0, THEME_BOLD},
                    [STYLE_GOOD] = {22, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_BAR] = {25, D, 4, D, 0, 0},
                    [STYLE_BAR_OTHER] = {130, D, 1, D, 0, 0},
                    [STYLE_HERE] = {88, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_COMMENT] = {22, D, D, D, 0, 0},
                    [STYLE_KEYWORD] = {25, D, 4, D, 0, THEME_BOLD},
                    [STYLE_LITERAL] = {88, D, 1, D, 0, 0},
                    [STYLE_DIFFERENT] = {16, 220, 0, 7, 0, THEME_UNDERLINE},
                    [STYLE_BOX] = {25, D, 4, D, THEME_BOLD, THEME_BOLD},
                },
        },
        {
            .name = "print",
            .about = N_("black on white with bold, underlined and reverse text only"),
            .on_dark = true,
            .on_light = true,
            .background = 0xFFFFFF,
            .foreground = 0x000000,
            .pairs =
                {
                    [STYLE_NORMAL] = {D, D, D, D, 0, 0},
                    [STYLE_DIM] = {D, D, D, D, 0, 0},
                    [STYLE_STRONG] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_TITLE] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_TAB] = {D, D, D, D, 0, 0},
                    [STYLE_TAB_ON] = {D, D, D, D, THEME_REVERSE, THEME_REVERSE},
                    [STYLE_RULE] = {D, D, D, D, 0, 0},
                    [STYLE_SENTENCE] = {D, D, D, D, 0, 0},
                    [STYLE_KEY] = {D, D, D, D, THEME_BOLD, PLAIN_KEY},
                    [STYLE_HINT] = {D, D, D, D, 0, 0},
                    [STYLE_ACTIVE] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_ALONG] = {D, D, D, D, 0, 0},
                    [STYLE_WAITING] = {D, D, D, D, 0, 0},
                    [STYLE_READ] = {D, D, D, D, THEME_UNDERLINE, THEME_UNDERLINE},
                    [STYLE_WRITTEN] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_EDGE] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_STALE] = {D, D, D, D, 0, 0},
                    [STYLE_UNSET] = {D, D, D, D, 0, 0},
                    [STYLE_SELECTED] = {D, D, D, D, THEME_REVERSE, PLAIN_SELECTED},
                    [STYLE_RACE] = {D, D, D, D, THEME_REVERSE | THEME_BOLD,
                                    THEME_REVERSE | THEME_BOLD},
                    [STYLE_WARNING] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_GOOD] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_BAR] = {D, D, D, D, 0, 0},
                    [STYLE_BAR_OTHER] = {D, D, D, D, 0, 0},
                    [STYLE_HERE] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_COMMENT] = {D, D, D, D, 0, 0},
                    [STYLE_KEYWORD] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                    [STYLE_LITERAL] = {D, D, D, D, 0, 0},
                    [STYLE_DIFFERENT] = {D, D, D, D, THEME_UNDERLINE, THEME_UNDERLINE},
                    [STYLE_BOX] = {D, D, D, D, THEME_BOLD, THEME_BOLD},
                },
        },
};

const int theme_count = sizeof theme_table / sizeof *theme_table;

int theme_find(const char *name)
{
    for (int i = 0; i < theme_count; i++)
        if (strcasecmp(theme_table[i].name, name) == 0) return i;
    return -1;
}

uint32_t theme_rgb(int index)
{
    /* xterm's defaults for the basic ones; the cube and the greys are fixed by convention */
    static const uint32_t basic[] = {0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD,
                                     0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00,
                                     0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF};
    static const uint32_t level[] = {0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF};
    if (index < 0 || index > 255) return 0;
    if (index < 16) return basic[index];
    if (index >= 232) return (uint32_t)(8 + 10 * (index - 232)) * 0x010101;
    index -= 16;
    return level[index / 36] << 16 | level[index / 6 % 6] << 8 | level[index % 6];
}

void theme_colors(const struct theme *theme, enum style style, uint32_t *fg, uint32_t *bg)
{
    const struct theme_pair *pair = &theme->pairs[style];
    *fg = pair->fg == THEME_DEFAULT ? theme->foreground : theme_rgb(pair->fg);
    *bg = pair->bg == THEME_DEFAULT ? theme->background : theme_rgb(pair->bg);
    if (pair->attributes & THEME_REVERSE) {
        uint32_t swap = *fg;
        *fg = *bg;
        *bg = swap;
    }
}
