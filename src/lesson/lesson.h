/* lesson.h - a lesson: programs in an order, each with a title, notes and where to begin.
 *
 * A lesson is an INI file. Section [lesson] has title, about, start (name of the stage to open,
 * default the first), predict (yes: each next round is hidden until it has been answered). Every
 * other section [stage NAME] is a stage, in the order of the file:
 *   program   the .cu file, relative to the lesson file, or the name of a shipped program
 *   title     one line
 *   brief     the same in a few words, for the ladder
 *   defines   as on the command line: PAD=1 N=64
 *   args      the program's arguments
 *   view      tree, access, banks, blocks, source, ...: where it opens
 *   round     the round it opens at, from 0
 *   notes     what to watch, after the program's opening comment; further lines are indented
 *   comment   in place of the program's opening comment, for another language
 *   published a published time in seconds, for the ladder: 0.0244065
 *   bandwidth a published bandwidth in GB/s
 *   card      what the published figures were measured on
 *   pair      NAME of the stage that `c` shows beside it; without it the one before (of the first
 *             the one behind)
 *   recording a trace recorded on a GPU, relative to the lesson file
 * title, brief, about, notes, comment and card may be translated: title.zh_CN = ... after the plain
 * key. Each key stands once in its section; about, notes, comment, defines and args may go on in
 * further, indented lines. A line may have 198 bytes. All strings belong to the lesson and are ""
 * when absent. */
#ifndef SYNCSTEP_LESSON_LESSON_H
#define SYNCSTEP_LESSON_LESSON_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct lesson_stage {
    const char *name, *title, *brief, *notes, *comment, *card;
    const char *program;                        /* a path that can be opened */
    const char *args, *view, *pair, *recording; /* recording: a path */
    const char *const *defines;                 /* "PAD=1" */
    int define_count;
    uint32_t round;
    int pair_at; /* position of that stage; -1 = none */
    int line, program_line, view_line, round_line,
        pair_line;    /* where the file says so; 0 = nowhere */
    double published; /* seconds; 0 = none */
    double bandwidth; /* GB/s; 0 = none */
};

struct lesson {
    const char *name; /* file name without .ini */
    const char *title, *about;
    const struct lesson_stage *stages;
    int stage_count;
    int start; /* position */
    bool predict;
    void *owner;
};

/* `kernels`: folder of the shipped programs, tried after the lesson's own folder. `locale`: "zh_CN"
 * or "" chooses translated values. */
int lesson_load(const char *path, const char *kernels, const char *locale, struct lesson **lesson,
                struct error *err);
void lesson_destroy(struct lesson *lesson);

#endif
