/* round.h - what a block did in one round: lanes, slots, statements, turns, edges.
 *
 * Everything is derived from the requests and snapshots of a trace (design.md section 6). A round
 * is analysed when it is asked for; the ROUND_CACHE ones asked for last stay, so a `struct round`
 * is valid until ROUND_CACHE others have been asked for. round_counts is light and stays for good.
 *
 * A "turn" is the n-th time (from 0) that a thread comes to a line in the round. A "step" is one
 * line's one turn, by all threads that take it. An edge leads from a slot that a thread read to a
 * slot that it then wrote. */
#ifndef SYNCSTEP_ANALYSIS_ROUND_H
#define SYNCSTEP_ANALYSIS_ROUND_H

#include "analysis/analysis.h"
#include "analysis/fit.h"
#include "analysis/value.h"
#include "analysis/words.h"

enum {
    ROUND_CACHE = 16,
    ROUND_SOURCES = 4,
    ROUND_ARRAYS = 64,
    ROUND_WARPS = 32,
    ROUND_PLACES = 16
};

/* How wide a round is, for tables over many rounds. */
struct round_counts {
    uint32_t threads;  /* that work: see struct round_warp */
    uint32_t warps;    /* that issue anything */
    uint32_t issued;   /* which: bit w is warp w */
    uint32_t least;    /* warps the same number of threads would need if they were neighbours */
    uint32_t touching; /* threads that access any memory or shuffle: they need their warps, too */
    uint32_t requests; /* to shared memory, shuffles included */
    uint32_t barrier_site, arrived; /* as in struct round */
    bool writes;                    /* shared memory is written */
    bool exchanges;                 /* slots are written from others, or lanes shuffle */
};

struct round_warp {
    uint32_t works;   /* lanes that access shared memory, shuffle, or write global memory; in a warp
                         that does none of these: lanes that access any memory */
    uint32_t touches; /* lanes that access any memory or shuffle */
    uint32_t lives;   /* lanes that exist: a last warp may be partial */
    uint32_t arrived; /* lanes that came to the barrier at the end of the round */
    uint32_t exits;   /* lanes that left the kernel in this round */
    bool issues;      /* false: it touches no memory and shuffles nothing */
    uint32_t requests; /* of the memory and shuffle kinds */
};

/* What a warp is about that does nothing else in a round: round_rest. */
enum round_rest {
    ROUND_WAITS,  /* its lanes, or some of them, come to the barrier at the round's end */
    ROUND_LEAVES, /* it leaves the kernel in this round */
    ROUND_GONE,   /* it has left in an earlier one */
    ROUND_STOPS,  /* the run ended before either */
    ROUND_REST_COUNT
};

struct round_slot {
    uint32_t reads, writes;  /* accesses */
    uint32_t reader, writer; /* thread that did so last, or TRACE_NONE */
    bool many_readers, many_writers;
    bool constant; /* the last store to it, of one thread's at least, was of a number as written in
                      the program */
    bool unclear;  /* some store to it may have taken what its thread read in a round before */
    bool wide;     /* some access to it was of more bytes: char memory used as int */
    bool fresh;    /* some store to it took nothing of what the slot held, as far as can be told */
};

struct round_edge {
    uint32_t from, to;           /* round-wide slot numbers: round_slot_number */
    uint32_t thread, line, turn; /* line: index into round.lines */
    uint32_t read, write;        /* the requests: indices into launch.requests; `read` may be of the
                                    round before (a temporary across the barrier) */
    bool late; /* `from` had been written in this round before it was read (or may have been) */
    bool own;  /* the thread also took what the slot written held */
};

struct round_line {
    uint32_t source, line; /* as in trace_site; source may be TRACE_NONE */
    uint32_t turns; /* the most of any thread; where several statements stand on the line: the most
                       times that one of them is come to */
    uint32_t turns_low; /* the fewest of any thread that comes here at all */
    uint32_t threads, warps;
    bool uneven_sites; /* several statements: some thread comes to one more often than to another */
    uint32_t readers;  /* threads that load from memory here */
    uint32_t uneven, uneven_low; /* turns of the two lanes of one warp that are furthest apart; both
                                    0: alike in every warp */
};

struct round_operand {
    enum trace_space space;
    uint32_t object; /* array or allocation, TRACE_NONE unknown */
    bool mixed;      /* ... of some threads; others access something else by it */
    uint32_t site;
    uint32_t field; /* bytes from the element's start, or TRACE_NONE when they differ */
    struct fit fits[TRACE_MAX_DIMS]; /* per dimension of the array; [0] for global memory, where
                                        the index counts elements; stores: first turn only */
    struct fit low, high; /* first and last element of a thread that reads several in a turn */
    int64_t step;         /* > 1: it reads every step-th of them; 1: all, or no rule */
    uint32_t dims;
    uint32_t span; /* elements of its array that an access covers, the most: 4 of char memory for an
                      int; 0 and 1: one */
    uint32_t readers[ROUND_WARPS];  /* sources: who read it, of the statement's threads: lanes */
    uint32_t at_first[ROUND_WARPS]; /* ... for its first store: those of which `fits` tells */
    uint32_t read_in; /* sources: the round in which they did: the present one, or ... */
    bool carried;     /* ... one before it, and a temporary carries the value over a barrier */
    uint32_t slots; /* sources in shared memory: how many slots each thread reads in its first turn,
                       if all of them as many; else 0 */
    /* From low to high whole rows of pitched memory, as each thread reads them, and none of their
     * padding: elements of a row, elements from one row to the next. rows 0: not so. */
    uint32_t rows, row_elements, row_apart;
};

/* What the line's threads do to one array or allocation, wherever on the line and how often they
 * do. */
struct round_place {
    enum trace_kind kind;         /* TRACE_LOAD, TRACE_STORE, TRACE_ATOMIC */
    struct round_operand operand; /* of all their accesses; `readers`: who, `site`: the first, */
    bool several;                 /* ... of several sites */
};

/* A line that writes (or, where nothing on it writes, reads), by all threads and turns. */
struct round_statement {
    enum trace_kind kind; /* TRACE_STORE, TRACE_ATOMIC, TRACE_LOAD, TRACE_SHUFFLE */
    /* The line's threads do not do one thing: some store here first and others there, or read or
     * write different arrays at one place of the text. Then `target` and `sources` are those of
     * some of them, and `places` tells what is true. */
    bool mixed;
    const struct round_place *places; /* of a mixed one, in the order met */
    uint32_t place_count;             /* may exceed ROUND_PLACES, which are kept */
    uint32_t line;                    /* index into round.lines */
    uint32_t threads, warps, turns, turns_low;
    uint32_t first_thread;
    uint32_t repeats;           /* most stores of a thread to the slot it wrote first on the line */
    uint32_t times;             /* most stores of a thread by the instruction that target is of */
    bool moves;                 /* ... which then lie elsewhere */
    uint32_t movers, times_low; /* threads of which that is so; fewest such stores of a thread */
    uint32_t others;     /* stores on the line beside that of target, to other places: 2: several */
    bool updates;        /* TRACE_STORE: something is updated atomically there, too */
    uint64_t edges;      /* between different slots */
    uint64_t joined;     /* stores with several edges that do not read their own slot too */
    unsigned operations; /* what explains every value looked at, enum operation; sums may be both;
                            0 if nothing does, or several and the line does not say which */
    unsigned told;    /* the same of what its first store does, where a line has several: target is
                         that one's */
    uint32_t checked; /* values looked at */
    struct words words; /* what the text says; only where no value could be looked at */
    bool own;           /* each thread also reads the slot it writes */
    bool own_hidden;    /* ... but from a register: the values prove it */
    bool used;          /* TRACE_LOAD: stores on other lines took what is read here, ... */
    bool used_partly;   /* ... but not those of all these threads */
    struct round_operand target, second, sources[ROUND_SOURCES]; /* second: the first of `others` */
    bool folded;           /* sources stand for several loads of their array each */
    uint32_t source_count; /* may exceed ROUND_SOURCES */
};

struct round_step {
    uint32_t line, turn;
    uint32_t first, count; /* edges */
    bool ordered; /* a warp-level synchronisation lies between this step and the one before */
};

struct round {
    const struct trace_launch *launch;
    uint32_t launch_index, block, index; /* block: position in launch.blocks */
    const struct round_warp *warps;
    uint32_t warp_count;
    struct round_counts counts;
    const struct round_slot *slots; /* of all arrays, one after another, with a gap between */
    uint32_t slot_count, array_base[ROUND_ARRAYS];
    const struct round_line *lines;
    uint32_t line_count;
    const struct round_edge *edges; /* by step, then thread */
    uint32_t edge_count;
    bool edges_cut;                           /* there were more than are kept */
    const struct round_statement *statements; /* in the order met */
    uint32_t statement_count;
    const struct round_step *steps; /* in the order met; only those with edges */
    uint32_t step_count;
    bool several_turns;    /* a step uses what an earlier one wrote: the order of turns matters */
    uint32_t barrier_site; /* at the round's end, or TRACE_NONE: the kernel's end */
    uint32_t arrived;      /* threads that came to that barrier */
    uint32_t walked;       /* requests of rounds before, looked at for what was read there */
};

/* NULL when there is no such round. */
const struct round *round_get(struct analysis *analysis, uint32_t launch, uint32_t block,
                              uint32_t index);

/* The same, uncached, in memory of the caller's arena: for walks over all rounds. False: no such.
 */
struct arena;
bool round_analyse(struct analysis *analysis, uint32_t launch, uint32_t block, uint32_t index,
                   struct arena *arena, struct round *round);

/* One per round of the block; NULL when there is none. Lives as long as the analysis. */
const struct round_counts *round_counts(struct analysis *analysis, uint32_t launch, uint32_t block);

/* Warps that the round's threads would need if they were neighbours: those at work, and those that
 * only read global memory. */
static inline uint32_t round_needed_warps(const struct round_counts *counts)
{
    const uint32_t all = (counts->touching + TRACE_LANES - 1) / TRACE_LANES;
    return all > counts->least ? all : counts->least;
}

static inline uint32_t round_slot_number(const struct round *round, uint32_t array, uint32_t slot)
{
    return round->array_base[array] + slot;
}

/* Of a warp that need not issue anything; of a thread: whether it comes to the barrier or not. */
enum round_rest round_rest(const struct round *round, uint32_t warp);
enum round_rest round_thread_rest(const struct round *round, uint32_t thread);

/* The array and slot behind a round-wide slot number. */
uint32_t round_slot_array(const struct round *round, uint32_t number, uint32_t *slot);

/* The round in which the thread of an edge read what it then wrote: this one or one before it. */
uint32_t round_of_read(const struct round *round, const struct round_edge *edge);

/* The statement that matters most to the eye: most edges, then stores, then threads. */
const struct round_statement *round_main_statement(const struct round *round);

/* x, y, z of a linear thread index. */
void round_thread_xyz(const struct trace_launch *launch, uint32_t thread, uint32_t xyz[3]);

/* Byte offset of one active lane of a request from the object's base. */
int64_t round_lane_offset(const struct trace_launch *launch, const struct trace_request *request,
                          unsigned lane);

/* Address of one active lane's value, or NULL when it was not kept. */
const uint8_t *round_lane_value(const struct trace_launch *launch,
                                const struct trace_request *request, unsigned lane);

#endif
