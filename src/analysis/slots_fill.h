/* slots_fill.h - within slots*.c: who fills and who reads each word of shared memory, over all
 * recorded blocks of a launch. */
#ifndef SYNCSTEP_ANALYSIS_SLOTS_FILL_H
#define SYNCSTEP_ANALYSIS_SLOTS_FILL_H

#include "analysis/slots_window.h"

enum { FILL_LINES = 64 };

enum word_flags {
    WORD_STORED = 1,
    WORD_READ = 2,
    WORD_DERIVED = 4, /* a value that came from shared memory, or from an atomic */
    WORD_VALUED = 8,  /* what it held at a block's end was something */
    WORD_TOLD = 16,
    WORD_REGISTER = 32, /* its thread goes on to read others of the array */
    WORD_OPEN = 64,     /* in this block: nobody has read it since it was stored */
    WORD_CLOSED = 128,  /* at some block's end somebody had */
    WORD_AGAIN = 256,   /* in this block: its line had stored in it before, and that was read */
    WORD_TAIL = 512 /* a loop's last store: nothing that the line stores in that round is read */
};

struct fill_word { /* its last store; in the first block where it held something */
    uint32_t block, round, request, thread, line;
    uint16_t flags;
};

struct fill_line { /* a source line that stores in an array */
    uint32_t array, source, line;
    uint64_t *words; /* bits */
    uint32_t total, lost, several;
};

struct fill_last {              /* of a thread in an array */
    uint32_t round, word, load; /* load: request, plus 1 */
};

struct fill_share { /* of an array's words */
    uint32_t stored, read;
    uint32_t runs; /* of neighbouring words that are stored and not read */
    uint32_t most; /* readers of a word that is read */
    bool equal;    /* all that are read are read by so many threads */
};

struct fill {
    struct slot_window *w;
    size_t words, threads, limbs, bits;
    struct fill_word *word, *before; /* before: what was known when the block began */
    uint64_t *readers;               /* [words][limbs] threads that read the word */
    uint8_t *holding;                /* by thread: has read and not stored since, in this round */
    struct fill_last *last;          /* [threads][arrays] */
    uint8_t *several;                /* [threads][arrays] fills several words in a round */
    uint8_t *irregular;              /* by array: what is read depends on the data */
    struct fill_share *shares;       /* by array */
    struct fill_line lines[FILL_LINES];
    uint32_t line_count;
    uint32_t block, round; /* round: counted over all blocks, from 1 */
};

/* Of all recorded blocks. False: the window is too large. fill_free() it if true. */
bool fill_walk(struct fill *fill, struct slot_window *w);
void fill_free(struct fill *fill);
/* Stored, and in no recorded block read by anybody. */
bool fill_unread(const struct fill *fill, size_t word);
/* An unread slot of a tile of two or three dimensions: something is read of each row, column and
 * slice that it belongs to, as of the corners of a tile that is read in the form of a cross. */
bool fill_corner(const struct fill *fill, uint32_t array, size_t word);
/* A slot of the array whose last value nobody reads and that is none to be told: correct programs
 * leave it so. */
bool fill_excused(const struct fill *fill, uint32_t array, size_t word);

#endif
