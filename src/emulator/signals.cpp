/* signals.cpp - crashes in the person's code, and the parent's request to end.
 *
 * A lane that faults ends its launch like an illegal address on a device; the process lives on. A
 * fault on the host is noted, and then happens as it would have without us. */
#include "core.h"
#include "count.h"
#include "fibre.h"
#include "hooks.h"
#include "output.h"
#include "record.h"

#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#ifndef __x86_64__
#error "syncstep needs an x86-64 machine: what follows reads its registers and instructions"
#endif

namespace ss {

std::atomic<int> stop_asked;

enum { ALTERNATE = 64 * 1024 };

static const char *crash_text(int number)
{
    switch (number) {
    case SIGFPE:
        return "divides an integer by zero";
    case SIGILL:
        return "executes an illegal instruction";
    case SIGBUS:
        return "makes an access that the machine refuses (bus error)";
    default:
        return "accesses memory that is not there (segmentation fault)";
    }
}

/* A place in the executable: the instruction, or if that is in a library the nearest return
 * address on the stack. Sites are return addresses, so one byte further. */
static uint64_t own_place(const ucontext_t *context)
{
    uint64_t pc = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
    const uint64_t *stack = (const uint64_t *)context->uc_mcontext.gregs[REG_RSP];

    if (pc - image_low < image_high - image_low) return pc + 1;
    if ((uint64_t)stack % 8) return 0;
    for (int i = 0; i < 256; i++)
        if (stack[i] - image_low < image_high - image_low) return stack[i];
    return 0;
}

static void landing(void)
{
    fibre_leave(NULL, ss_hot.engine->landing, ALTERNATE);
    fibre_arrive(NULL, NULL, NULL);
    lane_abort(ss_hot.engine->fault_error);
}

static void land(struct engine *engine, ucontext_t *context, int error)
{
    engine->fault_error = error;
    ss_hot.lane->pending_width = 0;
    context->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)landing;
    context->uc_mcontext.gregs[REG_RSP] =
        (greg_t)(((uintptr_t)engine->landing + ALTERNATE) & ~(uintptr_t)15) - 8;
}

/* ---- Division by zero ------------------------------------------------------------------------ */

/* A device makes no fuss about it: the quotient has all bits set, the remainder is the dividend;
 * and the smallest integer divided by -1 is itself (measured on an H200). */

/* The instruction behind a SIGFPE: div or idiv, with what it divides by. */
struct division {
    unsigned length, bytes; /* of the instruction, of the operands */
    bool is_signed;
    uint64_t divisor;
};

static uint64_t *general(ucontext_t *context, unsigned number)
{
    static const int ORDER[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                REG_R12, REG_R13, REG_R14, REG_R15};

    return (uint64_t *)&context->uc_mcontext.gregs[ORDER[number]];
}

static int32_t displacement(const uint8_t *at, unsigned bytes)
{
    int32_t value = 0;

    if (bytes == 1) return (int8_t)*at;
    memcpy(&value, at, bytes);
    return value;
}

/* The address of a memory operand; *at moves behind it. Fields as in Intel's manual, volume 2. */
static uint64_t operand_address(ucontext_t *context, const uint8_t **at, unsigned rex,
                                unsigned mode, unsigned rm)
{
    unsigned bytes = mode == 1 ? 1 : mode == 2 ? 4 : 0;
    uint64_t address = 0;

    if (rm == 4) {
        unsigned sib = *(*at)++, index = (sib >> 3 & 7) | (rex & 2) << 2;
        unsigned base = (sib & 7) | (rex & 1) << 3;

        if (index != 4) address = *general(context, index) << (sib >> 6);
        if ((base & 7) == 5 && mode == 0)
            bytes = 4;
        else
            address += *general(context, base);
    } else if (rm == 5 && mode == 0) {
        int32_t offset = displacement(*at, 4);
        *at += 4;
        return (uint64_t)*at + (uint64_t)(int64_t)offset; /* relative to the next instruction */
    } else {
        address = *general(context, rm | (rex & 1) << 3);
    }
    if (bytes) address += (uint64_t)(int64_t)displacement(*at, bytes);
    *at += bytes;
    return address;
}

static bool decode(ucontext_t *context, struct division *division)
{
    const uint8_t *start = (const uint8_t *)context->uc_mcontext.gregs[REG_RIP], *at = start;
    unsigned rex = 0, mode, which, rm;
    bool narrow = false, segment = false;

    for (; *at == 0x66 || *at == 0x64; at++) {
        narrow |= *at == 0x66;
        segment |= *at == 0x64;
    }
    if ((*at & 0xf0) == 0x40) rex = *at++;
    if (*at != 0xf7 || segment) return false;
    at++;
    mode = *at >> 6;
    which = *at >> 3 & 7;
    rm = *at++ & 7;
    if (which < 6) return false;
    division->is_signed = which == 7;
    division->bytes = rex & 8 ? 8 : narrow ? 2 : 4;
    division->divisor = 0;
    if (mode == 3)
        division->divisor = *general(context, rm | (rex & 1) << 3);
    else
        memcpy(&division->divisor, (const void *)operand_address(context, &at, rex, mode, rm),
               division->bytes);
    division->length = (unsigned)(at - start);
    return true;
}

static void set_low(uint64_t *target, uint64_t value, unsigned bytes)
{
    if (bytes == 4)
        *target = (uint32_t)value; /* as every 32-bit instruction does */
    else
        memcpy(target, &value, bytes);
}

/* Does what the device would; false: not a division that is known here. */
static bool divide(ucontext_t *context, bool *by_zero)
{
    uint64_t *quotient = general(context, 0), *remainder = general(context, 2);
    struct division division;
    uint64_t mask, dividend = *quotient;

    if (!decode(context, &division)) return false;
    mask = division.bytes == 8 ? UINT64_MAX : (1ull << 8 * division.bytes) - 1;
    *by_zero = (division.divisor & mask) == 0;
    if (!*by_zero && !(division.is_signed && (division.divisor & mask) == mask)) return false;
    set_low(quotient, *by_zero ? UINT64_MAX : 0 - dividend, division.bytes);
    set_low(remainder, *by_zero ? dividend : 0, division.bytes);
    context->uc_mcontext.gregs[REG_RIP] += division.length;
    return true;
}

/* ---- Crashes ----------------------------------------------------------------------------------
 */

/* Among the last accesses is one of 16 bytes that is not at a multiple of 16, which the machine
 * refuses without telling where. */
static bool misaligned(const struct lane *lane)
{
    enum { LOOK = 16, WIDE = 4 };
    const uint64_t *address = ss_hot.addresses;

    if (ss_hot.rows) return ss_hot.engine->launch->error == 716;
    for (const uint32_t *e = ss_hot.entries; e > lane->log->entries && e > ss_hot.entries - LOOK;) {
        const uint32_t kind = *--e & 31;

        if (kind == ENTRY_SYNC || address == lane->log->addresses) return false;
        if (kind < ENTRY_LOAD) continue;
        if (*--address % 16 && entry_log2(kind) == WIDE) return true;
    }
    return false;
}

/* Is it an access that the lane has logged? Those of memcpy and its kin are logged before any is
 * made. The processor does not tell an address that no address space has. */
static bool last_logged(const struct lane *lane, const siginfo_t *info, uint64_t *address)
{
    enum { COPY = 64 };
    bool told = info->si_signo == SIGSEGV && info->si_code != SI_KERNEL;
    size_t count;

    if (ss_hot.rows) return count_told(ss_hot.engine, *address, told);
    count = (size_t)(ss_hot.addresses - lane->log->addresses);
    if (!count) return false;
    if (!told) {
        *address = ss_hot.addresses[-1];
        return *address + (1ull << 47) >= 1ull << 48;
    }
    for (size_t i = 1; i <= count && i <= COPY; i++)
        if (*address - ss_hot.addresses[-(ptrdiff_t)i] < 16) return true;
    return false;
}

/* Below its own stack, and near to where that ends; not a wild address that another's guard
 * stopped.
 */
static bool own_stack(const struct lane *lane, const ucontext_t *context, uint64_t address)
{
    enum { NEAR = 64 * 1024 };
    uint64_t top = (uint64_t)lane->stack + STACK_BYTES;

    return address + NEAR >= (uint64_t)context->uc_mcontext.gregs[REG_RSP] && address < top;
}

static void lane_crash(struct engine *engine, int number, const siginfo_t *info,
                       ucontext_t *context)
{
    uint64_t address = (uint64_t)info->si_addr;
    struct finding finding = {};
    struct lane *lane = ss_hot.lane;
    int error = 700; /* cudaErrorIllegalAddress */
    bool by_zero;

    finding.severity = TRACE_ERROR;
    finding.thread = lane->thread;
    finding.pc = own_place(context);
    finding.space = TRACE_NO_SPACE;
    if (number == SIGFPE && divide(context, &by_zero)) {
        if (!by_zero) return; /* reported as an overflow already */
        finding.fault = TRACE_INTEGER_OVERFLOW;
        finding.severity = TRACE_WARNING;
        snprintf(finding.text, sizeof finding.text,
                 "Thread %u divides an integer by zero; a GPU says nothing and goes on with all "
                 "bits of the quotient set.",
                 lane->thread);
        find(engine, &finding);
        return;
    }
    if (number == SIGSEGV && info->si_code == SI_KERNEL && misaligned(lane)) {
        land(engine, context, 716 /* cudaErrorMisalignedAddress */); /* the merge says it */
        return;
    }
    if (number != SIGFPE && number != SIGILL && last_logged(lane, info, &address)) {
        land(engine, context, error); /* logged: the merge reports it, and knows more */
        return;
    }
    if (number == SIGSEGV && own_stack(lane, context, address)) {
        finding.fault = TRACE_STACK_OVERFLOW;
        snprintf(finding.text, sizeof finding.text,
                 "Thread %u needs more stack than a thread has (%d KiB here).", lane->thread,
                 STACK_BYTES / 1024);
    } else {
        finding.fault = number == SIGSEGV ? TRACE_OUT_OF_BOUNDS : TRACE_CRASH;
        if (number == SIGSEGV) {
            finding.address = address;
            finding.space = TRACE_GLOBAL;
        }
        if (number == SIGFPE || number == SIGILL) error = 719; /* cudaErrorLaunchFailure */
        snprintf(finding.text, sizeof finding.text, "Thread %u %s.", lane->thread,
                 crash_text(number));
    }
    find(engine, &finding);
    land(engine, context, error);
}

struct calls {
    uint64_t fault, callers[SPOOL_CALLERS];
    unsigned count;
    bool seen;
};

/* From the handler outwards: what is beyond the fault are its callers. */
static _Unwind_Reason_Code note_call(struct _Unwind_Context *context, void *data)
{
    struct calls *calls = (struct calls *)data;
    uint64_t pc = _Unwind_GetIP(context);

    if (calls->seen && pc - image_low < image_high - image_low) calls->callers[calls->count++] = pc;
    calls->seen |= pc == calls->fault;
    return calls->count < SPOOL_CALLERS ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static void on_crash(int number, siginfo_t *info, void *data)
{
    ucontext_t *context = (ucontext_t *)data;
    struct engine *engine = ss_hot.engine;
    static volatile sig_atomic_t again;

    if (info->si_code <= 0) { /* sent, as by raise(): nothing would make it come again */
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    if (engine && ss_hot.lane) {
        lane_crash(engine, number, info, context);
        return;
    }
    if (!again) {
        struct finding finding = {};
        struct calls calls = {};

        again = 1;
        calls.fault = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
        _Unwind_Backtrace(note_call, &calls);
        finding.callers = calls.callers;
        finding.fault = TRACE_CRASH;
        finding.severity = TRACE_ERROR;
        finding.thread = UINT32_MAX;
        finding.pc = own_place(context);
        finding.space = TRACE_NO_SPACE;
        finding.address = (uint64_t)info->si_addr;
        snprintf(finding.text, sizeof finding.text, "The program %s.", crash_text(number));
        find(NULL, &finding);
    }
    signal(number, SIG_DFL); /* comes again, and ends the process as it would have */
}

static void end_by(int number)
{
    signal(number, SIG_DFL);
    raise(number);
}

static void on_alarm(int)
{
    end_by(SIGTERM);
}

/* The block that runs says where it is, then ends the process; if it cannot, the alarm does. */
static void on_stop(int number)
{
    stop_asked = 1;
    if (!launch_running()) {
        end_by(number);
        return;
    }
    signal(SIGALRM, on_alarm);
    alarm(1);
}

/* A thread that was on its way, or else one that waits; UINT32_MAX: all have left. */
static uint32_t somebody(const struct engine *engine)
{
    uint32_t found = UINT32_MAX;

    for (uint32_t t = 0; t < engine->launch->threads; t++) {
        const struct lane *lane = &engine->lanes[t];

        if (lane->state == LANE_READY) return t;
        if (lane->state != LANE_EXITED && found == UINT32_MAX) found = t;
    }
    return found;
}

/* Where the launch stood: in a thread of this block or, its threads having left, between blocks. */
static void time_is_up(const struct engine *engine, struct finding *finding)
{
    const struct launch_state *launch = engine->launch;
    const struct lane *lane;
    char blocks[48];

    memset((void *)finding, 0, sizeof *finding);
    finding->fault = TRACE_TIMEOUT;
    finding->severity = TRACE_ERROR;
    finding->space = TRACE_NO_SPACE;
    finding->thread = somebody(engine);
    snprintf(blocks, sizeof blocks, launch->blocks == 1 ? "%u of %u block" : "%u of %u blocks",
             launch->blocks_run.load(), launch->blocks);
    if (finding->thread == UINT32_MAX) {
        finding->pc = (uint64_t)launch->site;
        snprintf(finding->text, sizeof finding->text, "The time was up; %s of %.80s had ended.",
                 blocks, launch->ask->name);
        return;
    }
    lane = &engine->lanes[finding->thread];
    finding->pc = lane->state == LANE_READY ? lane_place(engine, lane) : lane->site;
    snprintf(finding->text, sizeof finding->text,
             "The time was up; thread %u of block %u of %.80s was here, and %s had ended.",
             finding->thread, engine->block, launch->ask->name, blocks);
}

void stop_here(struct engine *engine)
{
    struct finding finding;

    time_is_up(engine, &finding);
    record_stop(engine, &finding);
    end_by(SIGTERM);
    for (;;)
        pause();
}

void signals_open(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    struct sigaction action;

    memset((void *)&action, 0, sizeof action);
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int number : crashes)
        sigaction(number, &action, NULL);
    memset((void *)&action, 0, sizeof action);
    action.sa_handler = on_stop;
    action.sa_flags = SA_RESTART;
    sigaction(SIGTERM, &action, NULL);
    signals_thread();
}

void signals_thread(void)
{
    stack_t stack = {};

    stack.ss_size = ALTERNATE;
    stack.ss_sp =
        mmap(NULL, 2 * ALTERNATE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack.ss_sp == MAP_FAILED) return;
    sigaltstack(&stack, NULL);
    if (ss_hot.engine) ss_hot.engine->landing = (char *)stack.ss_sp + ALTERNATE;
}

} // namespace ss

using namespace ss;

void ss_stack_overflow(uint64_t pc)
{
    struct finding finding = {};

    finding.fault = TRACE_STACK_OVERFLOW;
    finding.severity = TRACE_ERROR;
    finding.thread = ss_hot.lane->thread;
    finding.pc = pc;
    finding.space = TRACE_NO_SPACE;
    snprintf(finding.text, sizeof finding.text,
             "Thread %u needs more stack than a thread has (%d KiB here): calls nested too deeply?",
             finding.thread, STACK_BYTES / 1024);
    find(ss_hot.engine, &finding);
    lane_abort(700 /* cudaErrorIllegalAddress, as on an H200 */);
}
