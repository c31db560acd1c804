/* library.cpp - functions of the C library that mean something else in a kernel (link.flags). */
#include "core.h"
#include "hooks.h"
#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

namespace ss {

void heap_flush(struct engine *engine)
{
    for (size_t i = 0; i < engine->free_count; i++)
        ss_release(engine->frees[i].pointer, (const void *)engine->frees[i].pc);
    engine->free_count = 0;
}

} // namespace ss

using namespace ss;

#define HOOK_PC ((uint64_t)__builtin_return_address(0))

extern "C" {
void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__real_memmove(void *to, const void *from, size_t bytes);
void *__real_memset(void *to, int value, size_t bytes);
void *__real_malloc(size_t bytes);
void __real_free(void *pointer);
void *__real__Znwm(size_t bytes);
void *__real__Znam(size_t bytes);
void __real__ZdlPv(void *pointer);
void __real__ZdaPv(void *pointer);
clock_t __real_clock(void);
[[noreturn]] void __real___assert_fail(const char *assertion, const char *file, unsigned line,
                                       const char *function);

/* ---- Copies: accesses like others ------------------------------------------------------------ */

void *__wrap_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memcpy(void *to, const void *from, size_t bytes)
{
    ss_access_copy(to, from, bytes, HOOK_PC);
    return __real_memcpy(to, from, bytes);
}

void *__wrap_memmove(void *to, const void *from, size_t bytes);
void *__wrap_memmove(void *to, const void *from, size_t bytes)
{
    ss_access_copy(to, from, bytes, HOOK_PC);
    return __real_memmove(to, from, bytes);
}

void *__wrap_memset(void *to, int value, size_t bytes);
void *__wrap_memset(void *to, int value, size_t bytes)
{
    ss_access_range(to, bytes, true, HOOK_PC);
    return __real_memset(to, value, bytes);
}

/* ---- The device's heap ------------------------------------------------------------------------
 */

static void *device_malloc(size_t bytes, uint64_t pc)
{
    return ss_allocate(TRACE_DEVICE, bytes, "malloc", (const void *)pc);
}

static bool device_free(void *pointer, uint64_t pc)
{
    struct engine *engine = ss_hot.engine;

    if ((uint64_t)pointer - (uint64_t)arena_base >= arena_bytes) return false;
    if (engine->free_count == engine->free_capacity) {
        engine->free_capacity = engine->free_capacity * 2 + 16;
        engine->frees = (struct heap_free *)realloc((void *)engine->frees,
                                                    engine->free_capacity * sizeof *engine->frees);
        if (!engine->frees) abort();
    }
    engine->frees[engine->free_count++] = {pointer, pc};
    return true;
}

void *__wrap_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes)
{
    return ss_hot.lane ? device_malloc(bytes, HOOK_PC) : __real_malloc(bytes);
}

void __wrap_free(void *pointer);
void __wrap_free(void *pointer)
{
    if (!ss_hot.lane || !device_free(pointer, HOOK_PC)) __real_free(pointer);
}

void *__wrap__Znwm(size_t bytes);
void *__wrap__Znwm(size_t bytes)
{
    return ss_hot.lane ? device_malloc(bytes, HOOK_PC) : __real__Znwm(bytes);
}

void *__wrap__Znam(size_t bytes);
void *__wrap__Znam(size_t bytes)
{
    return ss_hot.lane ? device_malloc(bytes, HOOK_PC) : __real__Znam(bytes);
}

#define DELETE(name, real, ...)                                                                    \
    void __wrap_##name(void *pointer, ##__VA_ARGS__);                                              \
    void __wrap_##name(void *pointer, ##__VA_ARGS__)                                               \
    {                                                                                              \
        if (!ss_hot.lane || !device_free(pointer, HOOK_PC)) real(pointer);                         \
    }
DELETE(_ZdlPv, __real__ZdlPv)
DELETE(_ZdaPv, __real__ZdaPv)
DELETE(_ZdlPvm, __real__ZdlPv, size_t)
DELETE(_ZdaPvm, __real__ZdaPv, size_t)

/* ---- Others ------------------------------------------------------------------------------------
 */

clock_t __wrap_clock(void);
clock_t __wrap_clock(void)
{
    return ss_hot.lane ? (clock_t)ss_clock() : __real_clock();
}

[[noreturn]] void __wrap___assert_fail(const char *assertion, const char *file, unsigned line,
                                       const char *function);
void __wrap___assert_fail(const char *assertion, const char *file, unsigned line,
                          const char *function)
{
    struct finding finding = {};
    char text[1024];

    if (!ss_hot.lane) __real___assert_fail(assertion, file, line, function);
    snprintf(text, sizeof text,
             "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
             line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y,
             threadIdx.z, assertion);
    output_error(ss_hot.engine, text);
    finding.fault = TRACE_ASSERTION;
    finding.severity = TRACE_ERROR;
    finding.thread = ss_hot.lane->thread;
    finding.pc = HOOK_PC;
    finding.space = TRACE_NO_SPACE;
    snprintf(finding.text, sizeof finding.text, "Thread %u: assertion %.150s failed.",
             finding.thread, assertion);
    find(ss_hot.engine, &finding);
    lane_abort(710 /* cudaErrorAssert */);
}

void ss_trap(const char *why)
{
    struct finding finding = {};

    if (!ss_hot.lane) abort();
    finding.fault = TRACE_CRASH;
    finding.severity = TRACE_ERROR;
    finding.thread = ss_hot.lane->thread;
    finding.pc = HOOK_PC;
    finding.space = TRACE_NO_SPACE;
    snprintf(finding.text, sizeof finding.text, "Thread %u ended the kernel: %.150s.",
             finding.thread, why && *why ? why : "__trap()");
    find(ss_hot.engine, &finding);
    lane_abort(719 /* cudaErrorLaunchFailure */);
}

void ss_thread_exit(void)
{
    if (!ss_hot.lane) exit(0);
    lane_sync(HOOK_PC, TRACE_EXIT, 0, 0, 0, 0, 0);
    lane_finish();
    __builtin_unreachable();
}

int ss_in_kernel(void)
{
    return ss_hot.lane != NULL;
}

void *ss_dynamic_shared(void)
{
    return ss_hot.engine ? ss_hot.engine->dynamic : NULL;
}

unsigned ss_dynamic_shared_bytes(void)
{
    return ss_hot.engine ? ss_hot.engine->dynamic_bytes : 0;
}
}
