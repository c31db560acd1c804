/* signals.cpp - crashes in the person's code, and the parent's request to end.
 *
 * A lane that faults ends its launch like an illegal address on a device; the process lives on. A
 * fault on the host is noted, and then happens as it would have without us. */
#include "core.h"
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

namespace ss {

std::atomic<int> stop_asked;

enum { ALTERNATE = 64 * 1024 };

static const char *crash_text(int number)
{
    switch (number) {
    case SIGFPE:
        return "divides an integer by zero (or the smallest one by -1)";
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

static void lane_crash(struct engine *engine, int number, const siginfo_t *info,
                       ucontext_t *context)
{
    uint64_t address = (uint64_t)info->si_addr;
    struct finding finding = {};
    struct lane *lane = ss_hot.lane;
    int error = 700; /* cudaErrorIllegalAddress */

    finding.severity = TRACE_ERROR;
    finding.thread = lane->thread;
    finding.pc = own_place(context);
    finding.space = TRACE_NO_SPACE;
    if (number == SIGSEGV && address - (uint64_t)engine->stacks < engine->stacks_bytes) {
        finding.fault = TRACE_STACK_OVERFLOW;
        error = 714; /* cudaErrorHardwareStackError */
        snprintf(finding.text, sizeof finding.text,
                 "Thread %u needs more stack than a thread has (%d KiB here).", lane->thread,
                 STACK_BYTES / 1024);
    } else if (number == SIGSEGV && ss_hot.addresses > lane->log->addresses &&
               address - ss_hot.addresses[-1] < 16) {
        land(engine, context, error); /* logged: the merge reports it, and knows more */
        return;
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

static void on_crash(int number, siginfo_t *info, void *data)
{
    ucontext_t *context = (ucontext_t *)data;
    struct engine *engine = ss_hot.engine;
    static volatile sig_atomic_t again;

    if (engine && ss_hot.lane) {
        lane_crash(engine, number, info, context);
        return;
    }
    if (!again) {
        struct finding finding = {};

        again = 1;
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

void stop_here(struct engine *engine)
{
    struct finding finding = {};

    finding.fault = TRACE_TIMEOUT;
    finding.severity = TRACE_ERROR;
    finding.thread = UINT32_MAX;
    finding.space = TRACE_NO_SPACE;
    for (uint32_t t = 0; t < engine->launch->threads; t++) {
        const struct lane *lane = &engine->lanes[t];

        if (lane->state == LANE_EXITED) continue;
        if (finding.thread != UINT32_MAX && lane->state != LANE_READY) continue;
        finding.thread = t;
        finding.pc = lane->state == LANE_READY ? image_base + lane->place : lane->site;
        if (lane->state == LANE_READY) break;
    }
    snprintf(finding.text, sizeof finding.text,
             "The time was up; thread %u of block %u was here.", finding.thread, engine->block);
    record_stop(engine, &finding);
    end_by(SIGTERM);
    for (;;) pause();
}

void signals_open(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    struct sigaction action;

    memset((void *)&action, 0, sizeof action);
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int number : crashes) sigaction(number, &action, NULL);
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
    stack.ss_sp = mmap(NULL, 2 * ALTERNATE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                       0);
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
    lane_abort(714 /* cudaErrorHardwareStackError */);
}
