/* style.h - what a cell means. Themes (ui/theme.c) turn a meaning into colours and attributes;
 * a meaning is never carried by colour alone: the glyph or the letter says it too. */
#ifndef SYNCSTEP_CANVAS_STYLE_H
#define SYNCSTEP_CANVAS_STYLE_H

enum style {
    STYLE_NORMAL,
    STYLE_DIM,      /* of little weight: units, captions, what is over */
    STYLE_STRONG,   /* headings */
    STYLE_TITLE,    /* first line of the screen */
    STYLE_TAB,      /* a view that could be opened */
    STYLE_TAB_ON,   /* the open one */
    STYLE_RULE,     /* lines that separate */
    STYLE_SENTENCE, /* the sentence of the round */
    STYLE_KEY,      /* a key's name in the footer */
    STYLE_HINT,     /* what the key does */
    STYLE_ACTIVE,   /* a lane or thread at work */
    STYLE_ALONG,    /* a lane that comes along */
    STYLE_WAITING,  /* a thread that waits */
    STYLE_READ,     /* slot read in this round */
    STYLE_WRITTEN,  /* slot written in this round */
    STYLE_EDGE,     /* arrow from a slot read to a slot written */
    STYLE_STALE,    /* value from an earlier round */
    STYLE_UNSET,    /* nobody has written it */
    STYLE_SELECTED, /* where the cursor is */
    STYLE_RACE,     /* race and errors */
    STYLE_WARNING,
    STYLE_GOOD,      /* best case, right answer */
    STYLE_BAR,       /* a bar's filled part */
    STYLE_BAR_OTHER, /* the neighbour's bar, to tell two apart */
    STYLE_HERE,      /* current line, current round */
    STYLE_COMMENT,
    STYLE_KEYWORD,
    STYLE_LITERAL,   /* source text */
    STYLE_DIFFERENT, /* cells in which two panes differ */
    STYLE_BOX,       /* frame of a box over the view */
    STYLE_COUNT
};

#endif
