/* core.h - the emulator's inner structures: lanes, warps, blocks, engines.
 *
 * An engine is one OS thread that runs one block at a time; its thread-local storage is that
 * block's shared memory. A lane is one CUDA thread: a fibre with a log of what it did since its
 * warp was last merged. Lanes of a warp run one after another until each waits, has left, or has
 * used up its turn; then their logs are merged into warp requests (merge.cpp) and handed over
 * (spool.cpp).
 *
 * Nothing here is shared between engines but struct launch_state, whose fields say how. */
#ifndef SYNCSTEP_EMULATOR_CORE_H
#define SYNCSTEP_EMULATOR_CORE_H

#include <atomic>
#include <boost/context/detail/fcontext.hpp>
#include <stddef.h>
#include <stdint.h>

#define SYNCSTEP_EMULATOR
#include "cuda/syncstep/builtins.h"
#include "cuda/syncstep/runtime.h"
#include "run/spool.h"
#include "syncstep/trace.h"

namespace ss {

using boost::context::detail::fcontext_t;

enum {
    LANES = 32,
    MAX_THREADS = 1024,
    MAX_WARPS = MAX_THREADS / LANES,
    LOG_FIRST = 1280,    /* entries a log starts with: a round of a usual kernel */
    TURN = 16384,        /* entries after which a lane has to let others run */
    SPIN_TURN = 16,      /* atomics or volatile reads of one address in a row, likewise */
    FRUITLESS = 2000,    /* passes of each block that change nothing, after which none will ... */
    PATIENCE = 1 << 16,  /* ... and turns of warps in all: a loop may give up after many looks */
    TLS_OURS = 192,      /* bytes of it from ss_hot on that are the emulator's */
    TLS_PAD = 64 * 1024, /* bytes around the shared arrays that catch wild indices */
    DYNAMIC_LIMIT = 256 * 1024,
    /* A thread may have 512 KiB of local memory. An odd number of pages: multiples of 16 of them
     * would share few sets of the TLB. */
    STACK_BYTES = 580 * 1024,
#ifdef __SANITIZE_ADDRESS__
    STACK_RESERVE = 96 * 1024,
#else
    STACK_RESERVE = 16 * 1024, /* of it for our own functions and the C library's */
#endif
    STACK_SHIFTS = 61, /* places, 64 bytes apart, where stacks begin */
    MULTIPROCESSORS = 8,
    NAMED = 64, /* named barriers of a block: PTX has 16, tiles of several warps use more */
};

/* ---- What a lane logs -------------------------------------------------------------------- */

/* An entry is (low 27 bits of the program counter) << 5 | one of these. Accesses: base + log2 of
 * the width, and one address beside it. */
enum entry : uint32_t {
    ENTRY_PATH,   /* a basic block begins */
    ENTRY_CALL,   /* a function was entered */
    ENTRY_RETURN, /* or is being left */
    ENTRY_SYNC,   /* synchronisation: two words beside it, followed by a PATH entry */
    ENTRY_LOAD = 4,
    ENTRY_STORE = 9,
    ENTRY_VOLATILE_LOAD = 14,
    ENTRY_VOLATILE_STORE = 19,
    ENTRY_ATOMIC = 24,
    ENTRY_COMPARE = 29, /* compare and swap; of 2, 4 and 8 bytes */
};

static inline uint32_t entry_log2(uint32_t kind)
{
    return kind >= ENTRY_COMPARE ? kind - ENTRY_COMPARE + 1 : (kind - ENTRY_LOAD) % 5;
}

/* Of a compare and swap of 1 << log2 bytes. */
static inline uint32_t entry_compare(uint32_t log2)
{
    return log2 >= 1 && log2 <= 3 ? ENTRY_COMPARE - 1 + log2 : ENTRY_ATOMIC + log2;
}

enum { CHAIN = 16 }; /* calls nested deeper may be taken for each other */

enum { PC_BITS = 27, PC_MASK = (1 << PC_BITS) - 1 };

struct value {
    uint64_t low, high;
};

struct log {
    uint32_t capacity; /* entries; as many addresses */
    uint32_t *entries;
    uint64_t *addresses;
    struct value *values; /* one per address; NULL unless values are kept */
    void *memory;         /* of entries and addresses */
    struct log *next;     /* in the engine's list of free ones */
};

enum lane_state : uint8_t {
    LANE_READY,
    LANE_AT_BARRIER,
    LANE_AT_PHASE,  /* waits for a phase of a barrier that is an object */
    LANE_AT_WARP,   /* waits for the lanes of its mask */
    LANE_AT_ACTIVE, /* waits to learn who stands at the same site */
    LANE_AT_GRID,
    LANE_AT_CHILDREN, /* waits for kernels that it or another thread of its block launched */
    LANE_EXITED,
};

/* What every turn and every merge touches comes first, in one cache line. Up to `chain` it is
 * cleared when a block begins. */
struct lane_count {  /* of a log, from its beginning on: model.cpp */
    uint32_t merges; /* of the warp when it began: its log is another after that */
    uint32_t entries, addresses;
    uint64_t cost;
};

struct alignas(64) lane {
    fcontext_t context; /* where its stack was left */
    struct log *log;    /* NULL: nothing logged and not merged yet */
    uint32_t *entries;  /* where the next entry goes */
    uint64_t *addresses;
    char *stack;       /* low end */
    uint16_t index[3]; /* threadIdx */
    uint16_t thread;   /* linear in its block */
    uint16_t depth;    /* call depth at the merge's place in the log */
    enum lane_state state;
    bool yielded;   /* in this turn of its warp */
    uint32_t place; /* the merge's place */
    bool careful;   /* an index was out of bounds: addresses are checked before use */
    bool started;
    bool stepped;      /* yielded to stay in step, not because it spins */
    bool touched;      /* more than its first cache line may not be as when it was cleared */
    uint8_t warp_kind; /* LANE_AT_WARP: which operation */
    uint16_t shift;    /* bytes that its stack begins below the upper end */
    uint16_t steps;    /* in step with its warp since it last wrote something volatile */
    int predicate;
    uint32_t warp_mask;
    uint32_t warp_took; /* lanes that took part in the operation it was released from */
    uint32_t instance;  /* and that operation's number in its warp */
    uint32_t spin_count;
    uint64_t deposit;
    uint64_t *out;
    uint64_t site; /* where it waits: a code address */
    uint64_t spin_address;
    uint64_t atomic_address, atomic_before; /* of its last atomic operation; 0 none */
    uint32_t atomic_width;
    uint32_t pending_width;
    uint64_t *phase_at;                       /* barrier it waits for, or did last */
    uint64_t *arrived_at;                     /* barrier it arrived at last, */
    uint64_t *arrived_place;                  /* where its log then ended, */
    uint32_t arrived_phase, arrived_switches; /* at which phase, after how many switches */
    uint32_t phase, switches;
    bool waits_phase, tight; /* tight: it has done nothing since it arrived */
    bool by_object;          /* at the block's barrier by way of such a barrier */
    uint64_t last_clock;
    uint32_t here; /* offset of the code address where it last gave way */
    struct lane_count count;
    /* A store whose value is read at the lane's next event (only when values are kept). */
    uint64_t pending_address;
    void *fibre; /* fibre.h */
    uint32_t pending_index;
    uint32_t chain[CHAIN]; /* by depth: a hash of how the lane got there; [0] is 0 */
};

struct warp {
    uint32_t lanes;    /* that exist */
    uint32_t instance; /* number of the next warp operation */
    uint32_t merges;   /* so far */
    bool meets;        /* a lane has taken part in a warp operation */
    uint64_t clock;    /* model: cycles of latency since the block's start */
    uint64_t issued;   /* cycles its instructions took to issue in this round */
};

/* ---- Hot thread-local state: first in the executable's TLS, before a pad ------------------ */

struct engine;
struct count_row;

struct hot {
    uint32_t *entries, *end; /* end: NULL on the host and where each access has to be seen */
    uint64_t *addresses;
    struct lane *lane;      /* NULL on the host and in the scheduler */
    struct engine *engine;  /* NULL on the host */
    char *stack_limit;      /* a frame below this overflows the lane's stack */
    uint32_t *path_end;     /* as end, for entries without an address: NULL on the host only */
    struct count_row *rows; /* not NULL: the lane's block is counted, not logged (count.h) */
    int64_t budget;         /* then: basic blocks until others have to run */
    bool wrote;             /* then: it has stored something */
    bool enters;            /* then: the kernel is not known yet */
};

} // namespace ss

extern "C" {
extern __thread struct ss::hot ss_hot __attribute__((tls_model("local-exec")));
}

namespace ss {

/* ---- The spool ---------------------------------------------------------------------------- */

struct writer {            /* of one engine or, under a lock, of the host threads */
    char *base;            /* the segment's first record; NULL: none claimed */
    uint64_t filled, size; /* bytes */
    struct spool_segment *segment;
    bool one_of_many; /* claims little at a time */
};

extern struct spool_header *spool; /* never NULL: a private one when nobody records */
extern uint64_t image_base;        /* load address of the executable */

void spool_open(void);
void spool_leave(void);  /* in the child of a fork: the records are the parent's */
void spool_device(void); /* what the model device is: once the arena is there */
/* Room for a record of `bytes` (a multiple of 8), zeroed header filled in; NULL: the spool is full.
 * spool_commit makes everything up to the end of that record visible. */
void *spool_record(struct writer *writer, uint32_t type, size_t bytes);
/* Room for a record that grows up to *limit; spool_use says how long it became (0: none). */
void *spool_reserve(struct writer *writer, size_t least, char **limit);
void spool_use(struct writer *writer, size_t bytes);
void spool_commit(struct writer *writer);
/* The host's writer: a whole record with an optional string behind it. */
void *spool_host(void *record, uint32_t type, size_t bytes, const char *text);
/* Both return where the record lies in the spool, or NULL. */
void *spool_append(struct writer *writer, void *record, uint32_t type, size_t bytes,
                   const char *text);
static inline void spool_heartbeat(void)
{
    __atomic_fetch_add(&spool->heartbeat, 1, __ATOMIC_RELAXED);
}

static inline void spool_host_alone(bool alone)
{
    __atomic_store_n(&spool->host_alone, alone, __ATOMIC_RELAXED);
}
static inline uint64_t site_of(uint64_t pc)
{
    return pc ? pc - image_base : 0;
}

/* ---- Memory -------------------------------------------------------------------------------- */

struct region { /* a device allocation, live or freed */
    uint64_t id;
    char *base;
    size_t bytes;
    int kind;
    bool freed;
    const char *name;             /* variable in the call that made it, or NULL */
    std::atomic<uint32_t> handed; /* launches when the host last looked at all of it: results.h */
    std::atomic<bool> followed;   /* it has bits: unset.h */
    std::atomic<bool> full;       /* all of it has been written: unset.h */
    std::atomic<uint32_t> looked; /* launch + 1 in which it was last found not to be */
};

extern char *arena_base;
extern size_t arena_bytes;                /* reserved */
extern std::atomic<uint64_t> arena_epoch; /* grows when an allocation is freed */
void arena_open(void);
uint8_t arena_filling(const struct region *region); /* what unset bytes of it hold */
void arena_reset(void);                             /* frees every allocation: cudaDeviceReset */
/* The allocation whose bytes or red zones hold `address`, freed ones too; NULL: none. */
struct region *arena_at(uint64_t address);
/* The allocation nearest to an address inside the arena that no live one holds; NULL: none. */
struct region *arena_near(uint64_t address);

extern uint64_t image_low, image_high; /* the executable's own data */

/* ---- A launch ------------------------------------------------------------------------------ */

struct block_end {
    std::atomic<uint64_t> block; /* + 1; 0 none yet */
    uint64_t clock;
};

struct launch_state {
    const struct ss_launch *ask;
    const void *site; /* of the launch */
    uint32_t ordinal, blocks, threads, warps;
    uint32_t residency; /* blocks per multiprocessor */
    bool recorded, in_order;
    std::atomic<uint32_t> next_block, blocks_run;
    std::atomic<uint64_t> accesses;
    std::atomic<int> error; /* not 0: the launch ends, with this CUDA error */
    /* Blocks in parallel: (the lowest block that failed + 1) << 32 | its error. Those below it go
     * on to their ends, so that what is found first does not hang on which core was faster. */
    std::atomic<uint64_t> failed;
    struct block_end *ends; /* ring of as many blocks as the device holds at a time */
    uint32_t held;          /* their number: blocks the device holds at a time */
    uint32_t busy;          /* seats at work for it: crew.cpp, under its lock */
    /* Blocks that the grid's barrier waits for in vain, and the first that waits; 0: none. */
    uint32_t missed, first_waiting;
    std::atomic<uint64_t> last_end;
    struct spool_launch *record; /* in the spool; NULL: not there */
    std::atomic<bool> kernel_known;
    std::atomic<uint64_t> fruitless; /* passes in a row that changed nothing, of all its blocks */
    std::atomic<uint32_t> under_way; /* blocks begun and not ended */
    std::atomic<bool> begun;         /* kernel.cpp: the kernel has nothing against it */
    std::atomic<bool> refused;       /* ... or has: error says what, and nothing has run */
    /* count.h: block 0's clock and accesses, once they are known. */
    bool countable;
    uint64_t reference_clock, reference_accesses;
    std::atomic<bool> reference_known;
};

/* ---- Diagnostics ---------------------------------------------------------------------------- */

struct finding {
    uint32_t fault, severity;
    uint32_t thread;  /* linear or UINT32_MAX */
    uint64_t pc;      /* code address or 0 */
    uint64_t address; /* region offset for shared memory */
    uint32_t space;
    bool has_index;
    int64_t index;
    uint64_t allocation;
    int end; /* out of bounds: -1 in front of the array, 1 behind it; told apart */
    char text[232];
    const uint64_t *callers; /* SPOOL_CALLERS code addresses, or NULL */
    /* The table's own: */
    uint32_t launch, block, round;
    uint64_t count, told;
    uint32_t last_block; /* in which it was found last, `in_block` times */
    uint64_t in_block;
};

enum { FINDINGS = 128 }; /* kinds × sites kept apart per engine and launch */

/* Reports once per fault and site of a launch, counts the rest (findings_flush tells the count).
 * Fields launch, block and round are filled in. engine NULL: on the host. */
void find(struct engine *engine, const struct finding *finding);
void findings_flush(struct engine *engine);

/* ---- An engine ------------------------------------------------------------------------------ */

struct dropped {
    uint64_t accesses;
    uint32_t site;
};

struct held { /* a warp's requests of this round, until it is known whose values are kept */
    char *data;
    size_t bytes, capacity;
    uint32_t valued; /* of them with values */
    uint32_t seen;   /* with values, and handed over already in this round */
};

struct heap_free {
    void *pointer;
    uint64_t pc;
};

enum { COUNT_TOLD = 64 }; /* addresses kept of those that were looked up: more than a copy logs */

enum { SITES = 4096 }; /* open-addressed table of sites whose accesses were not kept */

struct engine {
    unsigned number;
    struct seat *seat; /* crew.cpp */
    struct writer writer;
    struct launch_state *launch;

    uint32_t block, round;
    uint32_t live; /* lanes that have not exited */
    uint32_t at_barrier, at_grid, at_children;
    bool recording, values;
    bool counting;              /* accesses are counted, not logged: count.h */
    uint32_t values_left;       /* blocks of this launch whose values are still to be kept */
    uint64_t clock, start;      /* model clock of the block: now, at its start */
    uint32_t sharers;           /* blocks on its multiprocessor at the same time, itself included */
    uint64_t accesses;          /* of the block so far */
    bool diverged;              /* threads of the block have met at different barriers */
    bool changed;               /* a lane has written something since the last pass */
    int vote_count, vote_lanes; /* of the barrier before */
    uint64_t named[NAMED];      /* named barriers: phase.cpp */

    fcontext_t scheduler;        /* where its stack was left */
    unsigned at;                 /* place in lane_order of the lane whose turn it is */
    bool moved;                  /* a lane of the warp has got further than using up its turn */
    const void *scheduler_stack; /* fibre.h */
    size_t scheduler_bytes;
    struct lane lanes[MAX_THREADS];
    struct warp warps[MAX_WARPS];
    uint16_t order[MAX_WARPS]; /* of warps; lanes of a warp: lane_order */
    uint8_t lane_order[LANES];
    uint64_t random;

    struct log *free_logs;
    char *stacks; /* MAX_THREADS of them, reserved as one */
    size_t stacks_bytes;
    unsigned stacks_ready;
    char *free_stacks[MAX_THREADS]; /* the last one is taken first: its memory is still in the
                                       caches */
    unsigned free_stack_count;
    char *tls; /* start of this thread's copy of the executable's TLS */
    size_t tls_bytes;
    char *shared_low, *shared_high; /* the person's part of it */
    char *dynamic;
    uint32_t dynamic_bytes;
    char *before; /* shared memory at the end of the round before */
    size_t before_bytes;

    struct spool_requests *open; /* the record that requests go into now */
    char *open_end, *open_limit;
    struct held held[MAX_WARPS];
    bool writing;     /* requests are still being kept, */
    bool rounds_kept; /* and what is in shared memory at the end of a round */
    uint64_t logged;  /* accesses not yet added to spool->accesses */

    struct finding findings[FINDINGS];
    uint32_t finding_count;
    struct dropped dropped[SITES];
    bool any_dropped;
    struct count_row *rows; /* by place; NULL until a block is counted */
    uint16_t rows_list[16384];
    uint32_t rows_used;
    uint64_t rows_before;      /* accesses of the blocks before, as the rows count */
    uint64_t rows_epoch;       /* arena_epoch when the rows' ranges were last made void */
    uint64_t told[COUNT_TOLD]; /* a ring */
    unsigned told_next;
    char *output; /* of the device's printf */
    size_t output_bytes, output_capacity;
    struct heap_free *frees; /* memory its lanes have freed, which their logs still speak of */
    size_t free_count, free_capacity;
    char *landing;   /* stack on which a lane that faulted goes back to the scheduler */
    int fault_error; /* and the CUDA error it goes with */
};

/* library.cpp: what kernels have freed goes back; after everything they did is merged. */
void heap_flush(struct engine *engine);

/* crew.cpp: the block has failed with a CUDA error; whether a block has to stop for one. */
void launch_fail(struct launch_state *launch, uint32_t block, int error);
bool launch_over(const struct launch_state *launch, uint32_t block);

struct engine *engine_create(unsigned number); /* on its own thread */
/* Runs the kernels that lanes of the block wait for; false: none waits. */
bool block_children(struct engine *engine);
void engine_attach(struct engine *engine); /* finds this thread's TLS */
void block_run(struct engine *engine, struct launch_state *launch, uint32_t block);

/* turn.cpp, lane.cpp: only on a lane's fibre. */
void lane_wait(enum lane_state state, uint64_t site); /* until the scheduler makes it ready */
void lane_yield(void);
void lane_step(void); /* yields, so that the lanes of the warp do this access together */
[[noreturn]] void lane_finish(void);
void lane_atomic_settle(struct lane *lane); /* did its last atomic operation change anything? */
void lane_room(void);                       /* makes room for one more entry; may let others run */
void lane_sync(uint64_t pc, uint32_t kind, uint32_t took, uint32_t mask, uint32_t source,
               uint32_t width, uint64_t value);
void lane_settle(struct lane *lane); /* reads the value of the lane's last store */
void lane_log(uint32_t kind, uint64_t address, uint64_t pc);
bool lane_shared(const struct engine *engine, uint64_t address); /* in the block's memory */
bool lane_may_touch(struct engine *engine, uint64_t address, uint32_t width);
/* Reports an access that would hurt the emulator itself and ends the launch. */
[[noreturn]] void lane_wild(uint64_t address, uint64_t pc);
/* Ends the launch with a CUDA error from within a lane; never comes back. */
[[noreturn]] void lane_abort(int error);

/* Where a lane that is ready to run stands. */
static inline uint64_t lane_place(const struct engine *engine, const struct lane *lane)
{
    return image_base + (engine->counting ? lane->here : lane->place);
}

struct log *log_take(struct engine *engine, bool values);
void log_give(struct engine *engine, struct log *log);
void logs_trim(struct engine *engine); /* gives the memory of large free logs back */
void log_grow(struct lane *lane, bool values);

bool stacks_prepare(struct engine *engine, unsigned count);

enum place {
    PLACE_STATIC,
    PLACE_DYNAMIC,
    PLACE_ARENA,
    PLACE_IMAGE,
    PLACE_STACK,
    PLACE_OURS,
    PLACE_OTHER
};

enum place place_of(const struct engine *engine, uint64_t address);

struct request { /* what the merge hands on */
    uint64_t pc; /* offset in the image */
    uint32_t mask, entry, depth;
    uint64_t address[LANES]; /* synchronisation: its first word */
    uint64_t extra[LANES];   /* its second */
    struct value value[LANES];
};

void signals_open(void);
void signals_thread(void); /* an alternate stack for this thread */

extern std::atomic<int> stop_asked;   /* SIGTERM arrived */
extern std::atomic<bool> clock_asked; /* a kernel has read a clock, which takes logs */

bool launch_running(void);
/* Runs what kernels have launched and nobody has run yet, inside the launch `around`. */
void launch_children(const struct launch_state *around);
uint32_t launch_last(void); /* ordinal of the last launch, UINT32_MAX before the first */
void error_open(void);
void error_launch(uint32_t ordinal); /* errors from now on come after this launch */
void error_fault(int error, const char *kernel, const void *site); /* ended a kernel */

/* SIGTERM: says where the block is, commits what is there and ends the process. */
[[noreturn]] void stop_here(struct engine *engine);

} // namespace ss

#endif
