/* repeat.h - what is repeated, written out.
 *
 * Without UTF-8 curses shortens runs of a sign: one of them and `CSI n b` (REP), where the entry of
 * the terminal says so. Some that call themselves xterm do not know it (libvterm before 0.3.2, in
 * editors), and draw the one sign only. curses cannot be talked out of it: it keeps its own copy of
 * the entry. */
#ifndef SYNCSTEP_UI_REPEAT_H
#define SYNCSTEP_UI_REPEAT_H

#include <stddef.h>

/* Where the text is: it may end anywhere and go on in the next part. All 0 = at the beginning. */
struct repeat {
    int place;    /* enum place, repeat.c */
    char sign[4]; /* the last one that was drawn; its bytes as far as they have come */
    int bytes, missing;
    char held[16]; /* the beginning of a sequence that may be a repetition */
    int held_count;
};

enum { REPEAT_MOST = 4096 }; /* of a sign: wider than any terminal */

/* Calls `put` with the text of which each repetition is written out, in pieces. */
void repeat_expand(struct repeat *repeat, const char *text, size_t count,
                   void (*put)(void *context, const char *text, size_t count), void *context);

#endif
