/* flow.h - inside the analysis of one round only: the state of the walk over its requests.
 *
 * Parts: flow_sources.c chooses what went into a store, flow_statements.c collects what lines do,
 * flow_readers.c what lines do that only read, dataflow.c walks over warps and requests,
 * flow_finish.c hands over what was found, flow_places.c what lines do that do several things,
 * flow_create.c has the memory. */
#ifndef SYNCSTEP_ANALYSIS_FLOW_H
#define SYNCSTEP_ANALYSIS_FLOW_H

#include "analysis/carry.h"
#include "analysis/dataflow.h"

enum {
    READS_KEPT = 8192,
    GLOBALS_KEPT = 48,
    EDGES_KEPT = 1 << 17,
    CHECKS = 2048,
    CARRIED = 8,
    PROVED = 4,       /* of them those that the values have to prove */
    LINKED = 32,      /* sites */
    WALKED = 1 << 16, /* requests looked at for what was read in rounds before */
    SET = 4200,
    REPEATS = 16
};

struct read {
    uint32_t request; /* index into launch.requests */
    uint32_t slot;    /* round-wide number, TRACE_NONE for global memory */
    uint32_t place, line, turn, sequence;
    uint32_t round; /* in which it was read: the present one, or one before it */
    bool test;      /* it only decides where or whether something happens: words_no_value */
    bool late;      /* the slot had been written in this round, or may have been by another warp */
};

struct lane {
    struct read *reads;
    uint32_t count, capacity;
    uint32_t sequence, last_store;
    uint32_t globals; /* reads of global memory since the last store: the first are kept */
    /* Of rounds before this one, for the store at hand: first those that surely go into it, then
     * those of which the values have to prove it. */
    struct read carried[CARRIED];
    uint32_t carried_count, sure_count;
    struct read before[PROVED]; /* all of the round before, where no text tells */
    uint32_t before_count;
    uint32_t read_now; /* bit i: linked site i has loaded in this round */
    uint32_t tests;    /* kept reads of that sort */
};

/* Where the reads of global memory at one place lay that were not kept, in elements. */
struct beyond {
    int64_t low, high;
    uint64_t count, apart; /* how many; greatest common divisor of their distances */
    bool padding;          /* some lay behind the end of a row of pitched memory */
    uint32_t store; /* the lane's last_store + 1 when they were made; others are of the past */
};

struct loaded {              /* what a linked site loaded last before this round */
    uint32_t request, round; /* request: index + 1, 0: nothing */
};

struct visit { /* of one lane to one line */
    uint32_t turn, turn_start, last_store, stores;
    uint32_t first_slot, repeats, times; /* as in struct round_statement */
    int64_t first_element;               /* where it stored first */
    uint32_t first_object;
    uint32_t comes; /* most times that one of the line's instructions was carried out */
    bool visited, loaded, stored, moved; /* stored: in the present turn */
};

struct step_node {
    struct round_step step;
    uint32_t next; /* node after this one, or TRACE_NONE */
};

struct set {
    const struct read *reads[SET];
    uint32_t count;
    /* The same slots once more, at other places: they are in no value twice, but they were read. */
    const struct read *repeats[REPEATS];
    uint32_t repeat_count;
};

struct repeat { /* a read that a store's set has already, at another place of the program */
    uint32_t line, request; /* line: the store's */
    unsigned lane;
};

struct flow {
    const struct trace *trace;
    const struct trace_launch *launch;
    const struct trace_round *range;
    struct round *round;
    const struct round_places *places;
    struct arena scratch; /* holds the arrays of fixed size below */
    struct round_line *lines;
    struct round_slot *slots; /* round.slots */
    struct lane lanes[TRACE_LANES];
    struct visit *visits;   /* [lane][line] */
    uint32_t *site_turn;    /* [lane][place]: turn of its last execution + 1 */
    uint32_t *site_comes;   /* [lane][place]: how often it was carried out */
    bool *several;          /* [line]: more than one statement stands there */
    struct beyond *beyond;  /* [lane][place] */
    uint32_t *statement_of; /* [line], or TRACE_NONE */
    struct round_statement *statements;
    uint32_t statement_count, statement_capacity;
    struct round_edge *edges; /* line holds the step node until the end */
    uint32_t edge_count, edge_capacity;
    struct step_node *nodes;
    uint32_t node_count, node_capacity, first_node;
    uint32_t warp, warp_node; /* the step this warp took last */
    bool synced;              /* a warp synchronisation since then */
    struct set set, wider;    /* scratch */
    struct repeat *repeats;   /* of threads' first stores */
    uint32_t repeat_count, repeat_capacity;
    uint32_t met;          /* reads of the set, those behind its count are not in the value */
    uint32_t *marks, mark; /* [slot]: in the set being made when equal to mark */
    uint32_t *written_by;  /* [slot]: warp + 1 that wrote it last */
    bool *carries;         /* [line]: some store is only explained by a temporary carried over */
    bool *denied;          /* [line]: what the text left open some value has refuted ... */
    uint8_t *taken;        /* ... that others had been taken to prove: enum taken_as, or-ed */
    bool again;            /* ... which was found after a store that a copy explains as well */
    bool *copies;          /* [line]: there was such a store */
    bool *not_own;    /* [line]: old numbers of the slots explain some stores by chance, not all */
    uint32_t place;   /* of the store being looked at, */
    uint32_t site;    /* and its site */
    unsigned *stored; /* [place]: what explains all values stored there so far */
    unsigned *proved; /* [place]: the same, of a first run over the round; 0: not known */
    uint8_t *by_chance; /* [place]: some store was a copy, but may have been something else: enum */
    bool *used;         /* [line]: some store took what was read there */
    uint32_t *used_lanes;   /* [line]: by lanes of the present warp, ... */
    uint32_t *used_threads; /* [line]: ... by threads of those before it */
    uint32_t *last_reader;  /* [slot]: thread + 1 that read it last, and not as a test */
    uint8_t *site_tests;    /* [site]: 1 + whether it reads a test; 0 not asked yet */
    uint8_t *site_loops; /* [site]: 1 + whether a loop stands before it on its line; 0 not asked */
    uint8_t *site_constants; /* [site]: 1 + whether a number is stored as written; 0 not asked */
    bool with_tests;         /* sets hold them, too */
    uint32_t *target_of;     /* [slot]: step node + 1 whose edges came to it last */
    struct carry *carry;
    const struct carry_links **links; /* [line]: NULL where nothing is stored */
    uint32_t *linked;                 /* [site]: 1 + its number among those that links name and
                                         that loaded something before this round, or 0 */
    struct loaded *loaded[LINKED];    /* [thread]: by number */
    uint32_t last_round[LINKED];      /* in which anybody loaded there */
    uint32_t linked_count;
};

static inline struct visit *visit_of(struct flow *flow, unsigned lane, uint32_t line)
{
    return &flow->visits[lane * flow->round->line_count + line];
}

/* Was it read in a round before this one? */
static inline bool flow_is_carried(const struct flow *flow, const struct read *read)
{
    return read->round != flow->round->index;
}

/* Do two lines belong to one statement, which goes on over several of them? */
static inline bool flow_one_statement(const struct flow *flow, uint32_t a, uint32_t b)
{
    return a == b || (flow->lines[a].source == flow->lines[b].source &&
                      flow->places->line_start[a] == flow->places->line_start[b]);
}

enum chance { CHANCE_NEAR = 1, CHANCE_PREVIOUS = 2 }; /* where its candidates came from */

/* How a request's offsets become slots: the same for all of its lanes. */
struct element {
    uint32_t base, bytes, limit; /* limit: bytes of the array; 0 = not in shared memory */
    int64_t offset, stride;      /* of an affine request */
    const int64_t *scattered;    /* of the lowest lane, or NULL */
    unsigned first;              /* lane */
};

struct element flow_element_of(const struct flow *flow, const struct trace_request *request);

/* Lanes have to be asked for in their order, each once. */
static inline uint32_t flow_next_slot(struct element *element, unsigned lane)
{
    if (!element->limit) return TRACE_NONE;
    int64_t offset = element->scattered
                         ? *element->scattered++
                         : element->offset + element->stride * (int)(lane - element->first);
    if (offset < 0 || offset >= element->limit) return TRACE_NONE;
    return element->base + (uint32_t)offset / element->bytes;
}

struct verdict {
    bool known;
    unsigned operations;
};

struct choice {
    struct verdict verdict;
    unsigned maybe; /* a copy is meant, but these would have explained it as well */
    bool own_hidden;
};

static inline uint32_t flow_element_bytes(const struct trace_array *array)
{
    return array->count ? array->bytes / array->count : 0;
}

/* Does what is read there only decide where or whether something happens? */
bool flow_reads_test(struct flow *flow, const struct trace_request *request);
/* Does the store put a number there as it is written in the program? */
bool flow_constant(struct flow *flow, const struct trace_request *request);
/* What the elements are that a request goes to; TRACE_OPAQUE where that is not known. */
enum trace_type_kind flow_type(const struct flow *flow, const struct trace_request *request);
/* The shared array of a request, or TRACE_NONE. */
uint32_t flow_array(const struct flow *flow, const struct trace_request *request);
/* The number written by one lane of a store, if it was kept or follows from the snapshots. */
struct number flow_written(const struct flow *flow, uint32_t request, uint32_t slot, unsigned lane);
/* What lanes read in rounds before and may have kept in a register. */
void flow_carried_begin(struct flow *flow);
void flow_carried_end(struct flow *flow);
/* ... of a warp, in the requests of the round before, where no text tells */
void flow_carried_warp(struct flow *flow, uint32_t first, uint32_t end);
/* Leaves in the lane's `carried` what may go into a store on the line. */
void flow_carried_collect(struct flow *flow, unsigned lane, uint32_t line);
/* Leaves the sources of a store in flow->set. */
struct choice flow_choose(struct flow *flow, unsigned lane, uint32_t line, uint32_t slot,
                          struct number result);

/* May the store have taken what its lane read of a slot in a round before, and nothing proves it?
 */
bool flow_unclear(const struct flow *flow, unsigned lane, const struct choice *choice);

struct round_statement *flow_statement(struct flow *flow, uint32_t line, enum trace_kind kind);
/* Does the request go on with the one before it, at the next member of the same structures, which
 * one instruction copies piece by piece? */
bool flow_piece(const struct flow *flow, const struct trace_request *request);
/* Adds where one lane's access lies to what is known of an operand. */
void flow_operand_point(const struct flow *flow, struct round_operand *operand,
                        const struct trace_request *request, unsigned lane);
/* The same of what it accesses, which is to be noted of all lanes. */
void flow_operand_object(struct round_operand *operand, const struct trace_request *request);
bool flow_operand_refuted(const struct round_operand *operand); /* nothing left to learn */
/* The operand of a load's site in one round, or NULL when the statement has too many. Of an
 * unrolled loop's many loads of one array those beyond the first few count for the first. */
struct round_operand *flow_operand(struct round_statement *statement,
                                   const struct trace_request *request, uint32_t read_in);
/* Where that happened: one operand for each array, with what they have in common. */
void flow_fold(struct round_statement *statement);
/* Who reads the operands that the statement has, in the present set. `first`: in those places of
 * which the operands tell. */
void flow_note_readers(struct flow *flow, struct round_statement *statement, unsigned lane,
                       bool first);
void flow_note_sources(struct flow *flow, struct round_statement *statement, unsigned lane);
/* Keeps the repeats of the present set, and at the end: counts those for their operands who read
 * there what they had read elsewhere, where the operand's rule holds for them too. */
void flow_note_repeats(struct flow *flow, uint32_t line, unsigned lane);
void flow_count_repeats(struct flow *flow);
/* Is what a lane reads (partly) behind the end of its row of pitched memory? */
bool flow_padding(const struct flow *flow, const struct trace_request *request, unsigned lane);
/* The greatest number that divides both; the other one where one is 0. */
uint64_t flow_common(uint64_t a, uint64_t b);
uint64_t flow_distance(int64_t a, int64_t b);
/* `lines` and `slots` are still to be set. */
struct flow *flow_create(const struct trace *trace, struct round *round,
                         const struct round_places *places, struct carry *carry);
void flow_destroy(struct flow *flow);
/* Forgets what a first run found, but not which lines carry temporaries over. */
void flow_start_over(struct flow *flow);
/* Steps and edges, and statements with what settles them, go over to the round. */
void flow_finish_steps(struct flow *flow, struct arena *arena);
void flow_finish_statements(struct flow *flow, struct arena *arena);
/* What a mixed statement's threads do to which arrays. */
void flow_find_places(struct flow *flow, struct round_statement *statement, struct arena *arena);
/* The statements of lines that only read (or shuffle): after all others. */
void flow_add_readers(struct flow *flow);
/* An edge from a read to the slot written, in its step. */
void flow_add_edge(struct flow *flow, const struct read *read, uint32_t to, unsigned lane,
                   uint32_t line, uint32_t turn, uint32_t write, bool own);

/* The element that a lane of a request touches: of a shared array; in global memory as many bytes
 * as the request's are one, whatever is declared: this is for telling places apart. */
int64_t flow_element(const struct flow *flow, const struct trace_request *request, unsigned lane);
/* The same as an index that a person would write, and how many elements from there on, which is
 * more than one where a `char *` is read as float, or floats as float4. */
int64_t flow_index(const struct flow *flow, const struct trace_request *request, unsigned lane,
                   uint32_t *span);

#endif
