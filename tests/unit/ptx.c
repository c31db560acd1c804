/* Golden rewrites of small PTX modules: what is put where, and what the sites file says of it. */
#include "base/str.h"
#include "gpu/converge.h"
#include "gpu/joined.h"
#include "gpu/probe.h"
#include "gpu/ptx.h"
#include "syncstep/trace.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HEAD ".version 8.0\n.target sm_90, debug\n.address_size 64\n"

struct rewrite {
    struct arena arena;
    struct str out;
    struct gpu_sites sites;
    struct ptx_module module;
    struct error err;
    int status;
};

static bool own(const void *context, const char *path)
{
    (void)context;
    return strncmp(path, "/home/", 6) == 0;
}

static struct rewrite *rewrite(const char *text, enum ptx_mode mode)
{
    struct rewrite *r = calloc(1, sizeof *r);
    const struct ptx_options options = {.mode = mode, .own = own};
    arena_init(&r->arena);
    str_init(&r->out);
    r->status = ptx_read(&r->arena, text, strlen(text), &r->module, &r->err);
    if (r->status == 0)
        r->status = ptx_rewrite(&r->arena, &r->module, &options, &r->out, &r->sites, &r->err);
    return r;
}

static void done(struct rewrite *r)
{
    str_fini(&r->out);
    arena_fini(&r->arena);
    free(r);
}

/* The body of a kernel around one instruction, and what stands in its place afterwards. */
static void check_one(const char *declarations, const char *before, const char *after)
{
    char text[4096];
    snprintf(text, sizeof text, HEAD "%s\n.entry k(.param .u64 p)\n{\n%s\nmark;\n%s\nmark;\n}\n",
             ".extern .shared .align 16 .b8 dyn[];\n.global .u32 g;\n.const .align 4 .b8 c[16];",
             declarations, before);
    struct rewrite *r = rewrite(text, PTX_PROBED);
    if (r->status != 0) fail_msg("%s", r->err.text);
    char *from = strstr(r->out.text, "mark;\n");
    assert_non_null(from);
    from += strlen("mark;\n");
    char *to = strstr(from, "\nmark;");
    assert_non_null(to);
    *to = '\0';
    assert_string_equal(from, after);
    done(r);
}

#define REGS ".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p<9>;\n.reg .f32 %f<9>;"
#define ACCESS(prepare, info)                                                                      \
    "{ .reg .b64 %ssa; .param .b64 ssp0; .param .b32 ssp1; " prepare                               \
    "st.param.b64 [ssp0], %ssa; st.param.b32 [ssp1], " info                                        \
    "; call.uni syncstep_access, (ssp0, ssp1); }\n\t"

#define EVENT(info, word)                                                                          \
    "{ .param .b32 ssp0; .param .b32 ssp1; st.param.b32 [ssp0], " info                             \
    "; st.param.b32 [ssp1], " word "; call.uni syncstep_sync, (ssp0, ssp1); }\n\t"

#define SHARED(prepare, info, instruction, stored)                                                 \
    "{ .reg .b64 %ssh; .reg .pred %ssq; { .reg .b64 %ssa; .param .b64 ssp0; .param .b32 ssp1; "    \
    ".param .b64 ssr; " prepare "st.param.b64 [ssp0], %ssa; st.param.b32 [ssp1], " info            \
    "; call.uni (ssr), syncstep_shared, (ssp0, ssp1); ld.param.b64 %ssh, [ssr]; }\n\t" instruction \
    "\n\tsetp.ne.u64 %ssq, %ssh, 0; @%ssq st.global" stored "; }"

static void test_global_load(void **state)
{
    (void)state; /* width 4 = code 3 << 22, global = 1 << 26 */
    check_one(REGS, "ld.global.u32 %r1, [%rd2];",
              ACCESS("mov.u64 %ssa, %rd2; ", "79691776") "ld.global.u32 %r1, [%rd2];");
}

static void test_offsets_and_symbols(void **state)
{
    (void)state;
    check_one(REGS, "ld.global.u32 %r1, [%rd2+-8];",
              ACCESS("mov.u64 %ssa, %rd2; add.s64 %ssa, %ssa, -8; ",
                     "79691776") "ld.global.u32 %r1, [%rd2+-8];");
    check_one(REGS, "st.global.u32 [g+4], %r1;",
              ACCESS("mov.u64 %ssa, g; add.s64 %ssa, %ssa, 4; cvta.global.u64 %ssa, %ssa; ",
                     "79953920") "st.global.u32 [g+4], %r1;");
    check_one(REGS, "ld.const.f32 %f1, [c+4];",
              ACCESS("mov.u64 %ssa, c; add.s64 %ssa, %ssa, 4; cvta.const.u64 %ssa, %ssa; ",
                     "146800640") "ld.const.f32 %f1, [c+4];");
}

static void test_shared_addresses_of_both_sizes(void **state)
{
    (void)state;
    check_one(REGS, "st.shared.v4.f32 [%r1], {%f1, %f2, %f3, %f4};",
              SHARED("cvt.u64.u32 %ssa, %r1; ", "21233664",
                     "st.shared.v4.f32 [%r1], {%f1, %f2, %f3, %f4};",
                     ".v4.f32 [%ssh], {%f1, %f2, %f3, %f4}"));
    check_one(REGS, "st.shared.u8 [%rd1+1], %r2;",
              SHARED("mov.u64 %ssa, %rd1; add.s64 %ssa, %ssa, 1; ", "4456448",
                     "st.shared.u8 [%rd1+1], %r2;", ".u8 [%ssh], %r2"));
    check_one(REGS, "ld.volatile.shared.u32 %r1, [%r2+-4];", /* wraps around at 32 bits */
              SHARED("cvt.u64.u32 %ssa, %r2; add.s64 %ssa, %ssa, -4; and.b64 %ssa, %ssa, "
                     "4294967295; ",
                     "46137344", "ld.volatile.shared.u32 %r1, [%r2+-4];", ".u32 [%ssh], %r1"));
    check_one(
        REGS, "ld.u32 %r1, [%rd2];", /* generic: shared or not */
        SHARED("mov.u64 %ssa, %rd2; ", "213909504", "ld.u32 %r1, [%rd2];", ".u32 [%ssh], %r1"));
    check_one(REGS, "ld.shared.v2.u32 {%r1, _}, [%r2];", /* a part is left out: no values */
              ACCESS("cvt.u64.u32 %ssa, %r2; ", "16777216") "ld.shared.v2.u32 {%r1, _}, [%r2];");
}

static void test_registers_follow_scopes(void **state)
{
    (void)state; /* %x is 32 bits wide in the inner scope only */
    check_one(REGS "\n.reg .b64 %x;", "{ .reg .b32 %x; ld.shared.u32 %r1, [%x]; }",
              "{ .reg .b32 %x; " SHARED("cvt.u64.u32 %ssa, %x; ", "12582912",
                                        "ld.shared.u32 %r1, [%x];", ".u32 [%ssh], %r1") " }");
    check_one(REGS "\n.reg .b64 %x;", "{ .reg .b32 %x; } ld.shared.u32 %r1, [%x];",
              "{ .reg .b32 %x; } " SHARED("mov.u64 %ssa, %x; ", "12582912",
                                          "ld.shared.u32 %r1, [%x];", ".u32 [%ssh], %r1"));
}

static void test_predicates(void **state)
{
    (void)state;
    check_one(REGS, "@%p1 ld.u32 %r1, [%rd2];",
              "@!%p1 bra $syncstep_1;\n\t" SHARED("mov.u64 %ssa, %rd2; ", "213909504",
                                                  "@%p1 ld.u32 %r1, [%rd2];",
                                                  ".u32 [%ssh], %r1") "\n$syncstep_1:");
    check_one(REGS, "@!%p1 st.volatile.global.u32 [%rd2], %r1;",
              "@%p1 bra $syncstep_1;\n\t" ACCESS(
                  "mov.u64 %ssa, %rd2; ",
                  "113508352") "@!%p1 st.volatile.global.u32 [%rd2], %r1;\n$syncstep_1:");
}

static void test_atomics_and_copies(void **state)
{
    (void)state;
    check_one(REGS, "atom.global.add.u32 %r1, [%rd2], 1;",
              ACCESS("mov.u64 %ssa, %rd2; ", "80216064") "atom.global.add.u32 %r1, [%rd2], 1;");
    check_one(REGS, "atom.global.cas.b32 %r1, [%rd2], 1, 2;", /* bit 25: compares */
              ACCESS("mov.u64 %ssa, %rd2; ", "113770496") "atom.global.cas.b32 %r1, [%rd2], 1, 2;");
    check_one(REGS, "atom.shared.add.noftz.f16x2 %r1, [%r2], %r3;", /* no values of halves */
              ACCESS("cvt.u64.u32 %ssa, %r2; ",
                     "13107200") "atom.shared.add.noftz.f16x2 %r1, [%r2], %r3;");
    /* The store may happen from where it begins to the wait: TRACE_COPY (12 << 18), what it is. */
    check_one(REGS, "cp.async.ca.shared.global [%r1], [%rd1], 16;",
              ACCESS("mov.u64 %ssa, %rd1; ", "88080384") EVENT("204472322", "1")
                  ACCESS("cvt.u64.u32 %ssa, %r1; ", "21233665")
                      EVENT("204472323", "3") "cp.async.ca.shared.global [%r1], [%rd1], 16;");
    check_one(REGS, "cp.async.commit_group;", "cp.async.commit_group;\n\t" EVENT("204472320", "4"));
    check_one(REGS, "cp.async.wait_group 2;", /* all but two batches: 5 | 2 << 8 */
              "cp.async.wait_group 2;\n\t" EVENT("204472320", "517"));
    check_one(REGS, "@%p1 cp.async.wait_all;",
              "@!%p1 bra $syncstep_1;\n\t@%p1 cp.async.wait_all;\n\t" EVENT("204472320",
                                                                            "6") "\n$syncstep_1:");
    check_one(REGS, "cp.async.bulk.commit_group;", "cp.async.bulk.commit_group;");
    check_one(REGS, "ld.local.u32 %r1, [%rd1];", "ld.local.u32 %r1, [%rd1];");
    check_one(REGS, "ld.param.u64 %rd1, [p];", "ld.param.u64 %rd1, [p];");
}

#define UPDATE(info, saved, atom, left, result, form)                                              \
    SHARED("cvt.u64.u32 %ssa, %r2; ", info,                                                        \
           ".reg " form " %sso, %ssw; " saved atom " " left result, form " [%ssh], %ssw")

/* What an atomic left in shared memory is computed behind it; `red` returns what was there too. */
static void test_values_of_atomics(void **state)
{
    (void)state;
    check_one(REGS, "atom.shared.add.u32 %r1, [%r2], 1;",
              UPDATE("13107200", ".reg .u32 %ssv; mov.u32 %ssv, 1; ",
                     "atom.shared.add.u32 %sso, [%r2], 1;", "add.u32 %ssw, %sso, %ssv; ",
                     "mov.u32 %r1, %sso;", ".u32"));
    check_one(REGS, "red.shared.max.s32 [%r2], %r1;",
              UPDATE("13107200", ".reg .s32 %ssv; mov.s32 %ssv, %r1; ",
                     "atom.shared.max.s32 %sso, [%r2], %r1;", "max.s32 %ssw, %sso, %ssv; ", "",
                     ".s32"));
    check_one(REGS, "atom.shared.exch.b32 _, [%r2], %r1;",
              UPDATE("13107200", ".reg .b32 %ssv; mov.b32 %ssv, %r1; ",
                     "atom.shared.exch.b32 %sso, [%r2], %r1;", "mov.b32 %ssw, %ssv; ", "", ".b32"));
    check_one(REGS, "atom.shared.cas.b32 %r1, [%r2], %r1, %r3;",
              UPDATE("46661632",
                     ".reg .b32 %ssv; mov.b32 %ssv, %r3; .reg .b32 %ssc; mov.b32 %ssc, %r1; ",
                     "atom.shared.cas.b32 %sso, [%r2], %r1, %r3;",
                     "setp.eq.b32 %ssq, %sso, %ssc; selp.b32 %ssw, %ssv, %sso, %ssq; ",
                     "mov.b32 %r1, %sso;", ".b32"));
    check_one(REGS, "atom.shared.inc.u32 %r1, [%r2], 7;",
              UPDATE("13107200", ".reg .u32 %ssv; mov.u32 %ssv, 7; ",
                     "atom.shared.inc.u32 %sso, [%r2], 7;",
                     "setp.ge.u32 %ssq, %sso, %ssv; add.u32 %ssw, %sso, 1; "
                     "selp.u32 %ssw, 0, %ssw, %ssq; ",
                     "mov.u32 %r1, %sso;", ".u32"));
}

#define FENCE(info, near)                                                                          \
    "{ .param .b32 ssp0; .param .b32 ssp1; st.param.b32 [ssp0], " info                             \
    "; st.param.b32 [ssp1], " near "; call.uni syncstep_sync, (ssp0, ssp1); }\n\t"

static void test_fences(void **state)
{
    (void)state;
    check_one(REGS, "membar.cta;", FENCE("203161600", "1") "membar.cta;");
    check_one(REGS, "membar.gl;", FENCE("203161600", "0") "membar.gl;");
    check_one(REGS, "fence.acq_rel.cta;", FENCE("203161600", "1") "fence.acq_rel.cta;");
    check_one(REGS, "fence.sc.sys;", FENCE("203161600", "0") "fence.sc.sys;");
    check_one(REGS, "fence.proxy.async;", "fence.proxy.async;");
    check_one(REGS, "fence.mbarrier_init.release.cluster;", "fence.mbarrier_init.release.cluster;");
    check_one(
        REGS, "ld.acquire.cta.global.u32 %r1, [%rd2];",
        ACCESS("mov.u64 %ssa, %rd2; ",
               "113246208") "ld.acquire.cta.global.u32 %r1, [%rd2];\n\t" FENCE("203161601", "1"));
    check_one(REGS, "st.release.gpu.global.u32 [%rd2], %r1;",
              FENCE("203161601", "0") ACCESS("mov.u64 %ssa, %rd2; ",
                                             "80216064") "st.release.gpu.global.u32 [%rd2], %r1;");
    check_one(REGS, "st.relaxed.cta.shared.u32 [%r2], %r1;", /* atomic; its value is kept */
              SHARED("cvt.u64.u32 %ssa, %r2; ", "13107200", "st.relaxed.cta.shared.u32 [%r2], %r1;",
                     ".u32 [%ssh], %r1"));
    check_one(
        REGS, "atom.acq_rel.sys.global.add.u32 %r1, [%rd2], 1;",
        FENCE("203161601", "0") ACCESS(
            "mov.u64 %ssa, %rd2; ",
            "80216064") "atom.acq_rel.sys.global.add.u32 %r1, [%rd2], 1;\n\t" FENCE("203161602",
                                                                                    "0"));
}

#define PHASE(prepare, info, event)                                                                \
    "{ .reg .b64 %ssa; .reg .b32 %ssd; .param .b64 ssp0; .param .b32 ssp1; .param .b32 "           \
    "ssp2; " prepare event "st.param.b64 [ssp0], %ssa; st.param.b32 [ssp1], " info                 \
    "; st.param.b32 [ssp2], %ssd; call.uni syncstep_phase, (ssp0, ssp1, ssp2); }\n\t"

/* Arrivals are told in front of the instruction, waits behind it where they have succeeded. */
static void test_phases(void **state)
{
    (void)state;
    const char *const narrow = PHASE("cvt.u64.u32 %ssa, %r1; ", "2621440", "mov.b32 %ssd, 2; ");
    char after[1024];
    static const char *const arrivals[] = {
        "mbarrier.arrive.shared.b64 %rd1, [%r1];",
        "mbarrier.arrive.shared::cta.b64 %rd1, [%r1], %r2;",
        "mbarrier.arrive_drop.shared.b64 _, [%r1];",
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 64;"};
    for (size_t i = 0; i < sizeof arrivals / sizeof *arrivals; i++) {
        snprintf(after, sizeof after, "%s%s", narrow, arrivals[i]);
        check_one(REGS, arrivals[i], after);
    }
    check_one(REGS, "cp.async.mbarrier.arrive.noinc.shared.b64 [%r1];",
              EVENT("204472321", "7")
                  PHASE("cvt.u64.u32 %ssa, %r1; ", "2621440",
                        "mov.b32 %ssd, 2; ") "cp.async.mbarrier.arrive.noinc.shared.b64 [%r1];");
    check_one(REGS, "mbarrier.init.shared.b64 [%r1], 8;",
              PHASE("cvt.u64.u32 %ssa, %r1; ", "2621440",
                    "mov.b32 %ssd, 1; ") "mbarrier.init.shared.b64 [%r1], 8;");
    check_one(REGS, "mbarrier.arrive.b64 %rd1, [%rd2+8];", /* a generic address */
              PHASE("mov.u64 %ssa, %rd2; add.s64 %ssa, %ssa, 8; ", "203948032",
                    "mov.b32 %ssd, 2; ") "mbarrier.arrive.b64 %rd1, [%rd2+8];");
    check_one(REGS, "mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], %r2;",
              "mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], %r2;\n\t" PHASE(
                  "cvt.u64.u32 %ssa, %r1; ", "2883584", "selp.b32 %ssd, 3, 0, %p1; "));
    check_one(REGS, "@%p2 mbarrier.test_wait.shared.b64 %p1, [%r1], %rd1;",
              "@!%p2 bra $syncstep_1;\n\t@%p2 mbarrier.test_wait.shared.b64 %p1, [%r1], "
              "%rd1;\n\t" PHASE("cvt.u64.u32 %ssa, %r1; ", "2883584",
                                "selp.b32 %ssd, 3, 0, %p1; ") "\n$syncstep_1:");
    check_one(REGS, "mbarrier.inval.shared.b64 [%r1];", "mbarrier.inval.shared.b64 [%r1];");
    check_one(REGS, "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r1], 4;",
              "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r1], 4;");
}

static void test_barriers(void **state)
{
    (void)state;
    check_one(REGS, "bar.sync 0;",
              "{ .param .b32 ssp0; .param .b32 ssp1; .param .b32 ssp2; st.param.b32 [ssp0], "
              "202113024; st.param.b32 [ssp1], 0; st.param.b32 [ssp2], 0; call.uni "
              "syncstep_barrier, (ssp0, ssp1, ssp2); }\n\tbar.sync 0;\n\t{ .param .b32 ssp0; "
              ".param .b32 ssp1; st.param.b32 [ssp0], 0; st.param.b32 [ssp1], 0; call.uni "
              "syncstep_snapshot, (ssp0, ssp1); }\n\t");
    check_one(REGS, "bar.arrive 1, 64;", /* bit 25: not all are at it, no snapshot */
              "{ .param .b32 ssp0; .param .b32 ssp1; .param .b32 ssp2; st.param.b32 [ssp0], "
              "237502464; st.param.b32 [ssp1], 1; st.param.b32 [ssp2], 64; call.uni "
              "syncstep_barrier, (ssp0, ssp1, ssp2); }\n\tbar.arrive 1, 64;");
    check_one(REGS, "barrier.red.popc.aligned.u32 %r1, %r2, %r3, %p1;",
              "{ .param .b32 ssp0; .param .b32 ssp1; .param .b32 ssp2; st.param.b32 [ssp0], "
              "202113024; st.param.b32 [ssp1], %r2; st.param.b32 [ssp2], %r3; call.uni "
              "syncstep_barrier, (ssp0, ssp1, ssp2); }\n\tbarrier.red.popc.aligned.u32 %r1, %r2, "
              "%r3, %p1;\n\t{ .param .b32 ssp0; .param .b32 ssp1; st.param.b32 [ssp0], %r2; "
              "st.param.b32 [ssp1], %r3; call.uni syncstep_snapshot, (ssp0, ssp1); }\n\t");
}

static void test_warps(void **state)
{
    (void)state;
    check_one(REGS, "bar.warp.sync -1;",
              "{ .param .b32 ssp0; .param .b32 ssp1; st.param.b32 [ssp0], 202375168; "
              "st.param.b32 [ssp1], -1; call.uni syncstep_sync, (ssp0, ssp1); }\n\t"
              "bar.warp.sync -1;");
    check_one(REGS, "shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;",
              "{ .reg .b64 %ssh; .reg .pred %ssq; { .param .b32 ssp0; .param .b32 ssp1; "
              ".param .b32 ssp2; .param .b32 ssp3; .param .b64 ssr; "
              "st.param.b32 [ssp0], 211025920; st.param.b32 [ssp1], -1; st.param.b32 [ssp2], 16; "
              "st.param.b32 [ssp3], 31; call.uni (ssr), syncstep_shuffle, (ssp0, ssp1, ssp2, "
              "ssp3); ld.param.b64 %ssh, [ssr]; } setp.ne.u64 %ssq, %ssh, 0; "
              "@%ssq st.global.b32 [%ssh], %r2; }\n\t"
              "shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;");
}

static const char module_text[] = HEAD
    ".func (.param .b32 r) get (.param .b64 a)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<3>;\n"
    ".loc 2 7 1\nld.param.u64 %rd1, [a];\natom.add.u32 %r1, [%rd1], 1;\n"
    "st.param.b32 [r], %r1;\nret;\n}\n"
    ".visible .entry _Z1kPi(.param .u64 .ptr .align 4 p, .param .align 8 .b8 s[24])\n"
    ".maxntid 256, 1, 1\n{\n.reg .b32 %r<3>;\n.reg .pred %p<2>;\n.reg .b64 %rd<3>;\n"
    ".shared .align 4 .b8 tile[1024];\n.loc 1 3 1\nmov.u32 %r1, tile;\nld.shared.u32 %r2, [%r1];\n"
    ".loc 1 5 9\n.loc 2 7 1, function_name $L_name, inlined_at 1 5 9\n"
    "atom.shared.add.u32 %r2, [%r1], 1;\n.loc 1 6 2\n"
    "{ .param .b64 q; .param .b32 o; st.param.b64 [q], %rd1; call.uni (o), get, (q); }\n"
    "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r2];\n"
    ".loc 1 9 1\n@%p1 ret;\nret;\n}\n"
    ".file 1 \"/home/me/a.cu\"\n.file 2 \"/usr/include/device_atomic_functions.hpp\"\n"
    ".section .debug_str\n{\n$L_name:\n.b8 97,100,100,0\n}\n"
    ".section .debug_loc\n{\n.b8 1\n.b64 tile\n}\n";

static void test_module(void **state)
{
    (void)state;
    struct rewrite *r = rewrite(module_text, PTX_PROBED);
    if (r->status != 0) fail_msg("%s", r->err.text);
    const char *out = r->out.text;
    assert_null(strstr(out, ".loc"));
    assert_null(strstr(out, ".section"));
    assert_null(strstr(out, ".file"));
    assert_null(strstr(out, ", debug"));
    assert_non_null(strstr(out, "call.uni (o), syncstep_0_get, (q);"));
    assert_non_null(strstr(out, ".func ( .param .b32 r ) syncstep_0_get ( .param .b64 a ) ;"));
    assert_non_null(strstr(out, "mov.u32 %ssb, tile;"));
    assert_non_null(strstr(out, "$syncstep_1:"));

    assert_int_equal(r->sites.kernel_count, 1);
    assert_string_equal(r->sites.kernels[0].name, "_Z1kPi");
    assert_int_equal(r->sites.kernels[0].parameter_count, 2);
    assert_int_equal(r->sites.kernels[0].parameter_bytes[0], 8);
    assert_int_equal(r->sites.kernels[0].parameter_bytes[1], 24);
    assert_int_equal(r->sites.symbol_count, 1);
    assert_string_equal(r->sites.symbols[0].name, "tile");
    assert_int_equal(r->sites.symbols[0].bytes, 1024);
    assert_int_equal(r->sites.skipped_count, 1);
    assert_int_equal(r->sites.skipped[0].frame.line, 6);
    /* get has no caller in its own right, so its atomic is logged in its copy only */
    assert_int_equal(r->sites.site_count, 5);
    assert_int_equal(r->sites.sites[1].kind, TRACE_ATOMIC);
    assert_int_equal(r->sites.sites[1].frame_count, 2);
    assert_string_equal(r->sites.sites[1].frames[0].function, "add");
    assert_int_equal(r->sites.sites[1].frames[1].line, 5);
    assert_int_equal(r->sites.sites[1].frames[1].column, 9);
    assert_string_equal(r->sites.sites[1].frames[1].function, "_Z1kPi");
    assert_int_equal(r->sites.sites[4].kind, TRACE_ATOMIC);
    assert_int_equal(r->sites.sites[4].frame_count, 2);
    assert_int_equal(r->sites.sites[4].frames[1].line, 6);
    done(r);
}

/* Tiles of 64 threads: their warps meet by a word in reserved shared memory, in code of a header.
 */
static const char tile_text[] =
    HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n"
         ".loc 1 5 9\n.loc 2 190 9\nbar.warp.sync -1;\n"
         ".loc 2 118 1, function_name $L_atom, inlined_at 1 5 9\n"
         "atom.or.acq_rel.cta.b32 %r1, [%rd1], %r2;\n"
         ".loc 2 139 1, function_name $L_red, inlined_at 1 5 9\n"
         "red.and.relaxed.cta.b32 [%rd1], %r3;\n"
         ".loc 2 160 1, function_name $L_load, inlined_at 1 5 9\n"
         "ld.acquire.cta.u32 %r4, [%rd1];\n"
         ".loc 1 6 9\n.loc 2 177 5, function_name $L_wait, inlined_at 1 6 9\n"
         ".loc 2 160 1, function_name $L_load, inlined_at 2 177 5\n"
         "ld.acquire.cta.u32 %r5, [%rd1];\n"
         ".loc 1 7 9\natom.or.acq_rel.cta.b32 %r1, [%rd1], %r2;\n"
         ".loc 1 9 1\nret;\n}\n"
         ".file 1 \"/home/me/a.cu\"\n.file 2 \"/x/cooperative_groups/details/sync.h\"\n"
         ".section .debug_str\n{\n"
         "$L_atom:\n.b8 99,111,111,112,101,114,97,116,105,118,101,95,103,114,111,117,112,115,"
         "58,58,97,116,111,109,95,111,114,95,97,99,113,95,114,101,108,95,99,116,97,0\n"
         "$L_red:\n.b8 99,111,111,112,101,114,97,116,105,118,101,95,103,114,111,117,112,115,"
         "58,58,114,101,100,95,97,110,100,95,114,101,108,97,120,101,100,95,99,116,97,0\n"
         "$L_load:\n.b8 99,111,111,112,101,114,97,116,105,118,101,95,103,114,111,117,112,115,"
         "58,58,108,100,95,97,99,113,117,105,114,101,95,99,116,97,0\n"
         "$L_wait:\n.b8 99,111,111,112,101,114,97,116,105,118,101,95,103,114,111,117,112,115,"
         "58,58,115,121,110,99,95,119,97,114,112,115,95,119,97,105,116,0\n"
         "}\n";

/* What nvcc writes seldom, or other people's inline assembly does. */
static void test_odd_text(void **state)
{
    (void)state;
    struct rewrite *r =
        rewrite(HEAD ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
                     ".global .align 4 .b8 init[8] = {1, 2,\n 3, 4,\n5, 6, 7, 8};\n"
                     ".global .u64 to = generic(init);\n.pragma \"nounroll\";\n"
                     ".shared .align 16 .v4 .f32 quads[3];\n"
                     ".weak .func helper(.param .b32 a)\n{\nret;\n}\n"
                     ".visible .entry k(.param .u64 p)\n.maxntid 64, 1, 1\n{\n"
                     ".pragma \"nounroll\";\n.reg .pred %p;\n.reg .b32 %r<3>;\n"
                     "elect.sync _|%p, -1;\nsetmaxnreg.inc.sync.aligned.u32 96;\n"
                     "st.shared.v4.b32 [quads+16], {%r0, %r1, %r2, %r0};\n"
                     "table: .branchtargets one, two;\nbrx.idx %r1, table;\none:\ntwo:\nret;\n}\n",
                PTX_PROBED);
    if (r->status != 0) fail_msg("%s", r->err.text);
    assert_int_equal(r->sites.symbol_count, 1);
    assert_int_equal(r->sites.symbols[0].bytes, 48); /* of vectors of four */
    assert_int_equal(r->sites.skipped_count, 0);
    assert_non_null(strstr(r->out.text, "table: .branchtargets one, two;"));
    assert_non_null(strstr(r->out.text, ".global .u64 to = generic(init);"));
    assert_non_null(strstr(r->out.text, "setmaxnreg.inc.sync.aligned.u32 96;"));
    done(r);
}

static void test_large_tiles(void **state)
{
    (void)state;
    struct rewrite *r = rewrite(tile_text, PTX_PROBED);
    if (r->status != 0) fail_msg("%s", r->err.text);
    static const struct {
        enum trace_kind kind;
        uint32_t line;
    } expected[] = {{TRACE_WARP_SYNC, 5}, /* inlined, though nothing says so */
                    {TRACE_BARRIER, 5},   /* of its own: who sets its bit waits right behind it */
                    {TRACE_BARRIER, 6},   /* a wait apart from that */
                    {TRACE_ATOMIC, 7},    /* the person's own */
                    {TRACE_FENCE, 7},     {TRACE_FENCE, 7}, {TRACE_EXIT, 9}};
    const size_t count = sizeof expected / sizeof *expected;
    assert_int_equal(r->sites.site_count, count);
    for (size_t i = 0; i < count; i++) {
        const struct gpu_site *site = &r->sites.sites[i];
        assert_int_equal(site->kind, expected[i].kind);
        assert_int_equal(site->frames[site->frame_count - 1].line, expected[i].line);
    }
    const char *at = strstr(r->out.text, "st.param.b32 [ssp1], 16; st.param.b32 [ssp2], -1; "
                                         "call.uni syncstep_barrier, (ssp0, ssp1, ssp2); }\n\t"
                                         "atom.or.acq_rel.cta.b32 %r1, [%rd1], %r2;");
    assert_non_null(at);
    assert_null(strstr(at, "syncstep_snapshot")); /* not all of the block are here */
    done(r);
}

static void test_timed(void **state)
{
    (void)state;
    struct rewrite *r = rewrite(module_text, PTX_TIMED);
    assert_int_equal(r->status, 0);
    assert_null(strstr(r->out.text, "syncstep_access"));
    assert_non_null(strstr(r->out.text, "{ call.uni syncstep_begin; }"));
    const char *first = strstr(r->out.text, "{ call.uni syncstep_end; }");
    assert_non_null(first);
    assert_non_null(strstr(first + 1, "{ call.uni syncstep_end; }"));
    assert_int_equal(r->sites.site_count, 0);
    done(r);
}

static void test_sites_file(void **state)
{
    (void)state;
    char path[] = "/tmp/syncstep-sites-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    struct rewrite *r = rewrite(module_text, PTX_PROBED);
    struct gpu_sites read;
    assert_int_equal(gpu_sites_write(&r->sites, path, &r->err), 0);
    assert_int_equal(gpu_sites_read(&r->arena, path, &read, &r->err), 0);
    assert_int_equal(read.site_count, r->sites.site_count);
    for (uint32_t i = 0; i < read.site_count; i++) {
        assert_int_equal(read.sites[i].kind, r->sites.sites[i].kind);
        assert_int_equal(read.sites[i].frame_count, r->sites.sites[i].frame_count);
        assert_string_equal(read.sites[i].frames[0].file, r->sites.sites[i].frames[0].file);
    }
    assert_int_equal(read.kernels[0].parameter_bytes[1], 24);
    assert_int_equal(read.skipped_count, 1);
    unlink(path);
    done(r);
}

static void test_joined(void **state)
{
    /* line 5: two loads became one; line 6: as many; line 7: inlined from a header; line 8: a loop
     * was unrolled, so there are more, but wider; line 9: copied without a register (cp.async) */
    (void)state;
    static const char sass[] =
        "\t//## File \"/home/me/a.cu\", line 5\n        /*0010*/  LDS.64 R4, [R2] ;\n"
        "\t//## File \"/home/me/a.cu\", line 6\n        /*0020*/  LDS R4, [R2] ;\n"
        "        /*0030*/  STS [R2], R4 ;\n"
        "\t//## File \"/usr/x.hpp\", line 9 inlined at \"/home/me/a.cu\", line 7\n"
        "        /*0040*/  LDS R4, [R2] ;\n"
        "\t//## File \"/home/me/a.cu\", line 8\n        /*0050*/  LDS.128 R4, [R2] ;\n"
        "        /*0060*/  @P0 LDS R4, [R2+0x40] ;\n        /*0070*/  STS.64 [R2], R4 ;\n"
        "\t//## File \"/home/me/a.cu\", line 9\n        /*0080*/  LDGSTS.E.128 [R1], [R2] ;\n";
    const struct gpu_frame frames[] = {{"/home/me/a.cu", 5, 1, "k"},
                                       {"/home/me/a.cu", 6, 1, "k"},
                                       {"/home/me/a.cu", 7, 1, "k"},
                                       {"/home/me/a.cu", 8, 1, "k"},
                                       {"/home/me/a.cu", 9, 1, "k"}};
#define SITE(kind_, space_, width_, frame, op)                                                     \
    {                                                                                              \
        .kind = kind_, .width = width_, .space = space_, .frames = &frames[frame],                 \
        .frame_count = 1, .opcode = op                                                             \
    }
    struct gpu_site all[] = {
        SITE(TRACE_LOAD, PTX_SHARED, 4, 0, "ld.shared.u32"),
        SITE(TRACE_LOAD, PTX_SHARED, 4, 0, "ld.shared.u32"),
        SITE(TRACE_LOAD, PTX_SHARED, 4, 1, "ld.shared.u32"),
        SITE(TRACE_STORE, PTX_SHARED, 4, 1, "st.shared.u32"),
        SITE(TRACE_LOAD, PTX_SHARED, 4, 2, "ld.shared.u32"),
        SITE(TRACE_LOAD, PTX_GLOBAL, 4, 2, "ld.global.u32"),
        SITE(TRACE_LOAD, PTX_SHARED, 4, 3, "ld.shared.u32"),
        SITE(TRACE_STORE, PTX_SHARED, 8, 3, "st.shared.v2.u32"),
        SITE(TRACE_STORE, PTX_SHARED, 16, 4, "cp.async.ca.shared.global"),
    };
    const uint8_t expected[] = {
        GPU_SITE_JOINED, GPU_SITE_JOINED, 0, 0, 0, 0, GPU_SITE_JOINED, 0, 0};
    enum { COUNT = sizeof all / sizeof *all };
    struct gpu_sites sites = {.sites = all, .site_count = COUNT};
    gpu_joined_mark(&sites, sass, &(struct gpu_joined){.own = own});
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(all[i].flags, expected[i]);
}

/* A cubin with two functions of two instructions: one of the probe's, one of the program's. */
static void test_converge(void **state)
{
    (void)state;
    struct cubin {
        Elf64_Ehdr head;
        uint64_t code[12];
        Elf64_Sym symbols[4];
        char names[64];
        Elf64_Shdr sections[4];
    } cubin = {0};
    static const char names[] = "\0syncstep_access\0_Z1kPi\0syncstep_3_lock";
    const uint64_t yield[2] = {0x7946, 0xfee0003800000}, other[2] = {0x7946, 0xfee0003800001};
    memcpy(cubin.names, names, sizeof names);
    memcpy(cubin.head.e_ident, ELFMAG, SELFMAG);
    cubin.head.e_machine = EM_CUDA;
    cubin.head.e_shoff = offsetof(struct cubin, sections);
    cubin.head.e_shentsize = sizeof(Elf64_Shdr);
    cubin.head.e_shnum = 4;
    for (int i = 0; i < 6; i++)
        memcpy(&cubin.code[2 * i], i == 1 ? other : yield, sizeof yield);
    for (unsigned i = 0; i < 3; i++)
        cubin.symbols[i + 1] = (Elf64_Sym){.st_name = (unsigned[]){1, 17, 24}[i],
                                           .st_info = STT_FUNC,
                                           .st_shndx = 1,
                                           .st_value = 32 * i,
                                           .st_size = 32};
    cubin.sections[1] = (Elf64_Shdr){.sh_type = SHT_PROGBITS,
                                     .sh_offset = offsetof(struct cubin, code),
                                     .sh_size = sizeof cubin.code};
    cubin.sections[2] = (Elf64_Shdr){.sh_type = SHT_SYMTAB,
                                     .sh_offset = offsetof(struct cubin, symbols),
                                     .sh_size = sizeof cubin.symbols,
                                     .sh_link = 3};
    cubin.sections[3] = (Elf64_Shdr){.sh_type = SHT_STRTAB,
                                     .sh_offset = offsetof(struct cubin, names),
                                     .sh_size = sizeof cubin.names};
    assert_int_equal(gpu_converge((unsigned char *)&cubin, sizeof cubin), 1);
    assert_int_equal(cubin.code[0], 0x7918); /* a NOP that waits as long */
    assert_int_equal(cubin.code[1], 0xfee0000000000);
    for (int i = 1; i < 6; i++)
        assert_int_equal(cubin.code[2 * i], 0x7946); /* not quite the same; not the probe's */
    for (size_t i = 0; i < sizeof cubin; i += 3)     /* damaged anywhere: no overrun */
        for (unsigned value = 0; value < 256; value += 51) {
            unsigned char copy[sizeof cubin];
            memcpy(copy, &cubin, sizeof cubin);
            copy[i] = (unsigned char)value;
            gpu_converge(copy, sizeof copy - i % 7);
        }
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"hello", "not a PTX directive"},
        {HEAD ".entry k() { ld.u32 %r1, [%r2] }", "semicolon"},
        {HEAD ".entry k() { /* ", "comment without an end"},
        {HEAD ".entry k() { ret;", "without an end"},
        {".version 8.0\n.target sm_90\n.address_size 32\n", "64-bit"},
        {HEAD ".extern .func (.param .b32 r) other(.param .b32 a);", "-rdc=true"},
        {HEAD ".extern .func (.param .b32 r) cudaLaunchDeviceV2(.param .b32 a);", "launch kernels"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rewrite *r = rewrite(cases[i].text, PTX_PROBED);
        assert_int_equal(r->status, -1);
        assert_non_null(strstr(r->err.text, cases[i].says));
        done(r);
    }
}

static void test_random_bytes(void **state)
{
    (void)state; /* cut or damaged anywhere, the reader refuses or reads, and never overreads */
    const size_t length = strlen(module_text);
    char *text = malloc(length + 1);
    unsigned random = 7;
    for (int i = 0; i < 2000; i++) {
        memcpy(text, module_text, length + 1);
        for (int k = 0; k < 3; k++) {
            random = random * 1664525u + 1013904223u;
            text[(random >> 8) % length] = "{};[]:.@\"\0 x0/"[random % 14];
        }
        random = random * 1664525u + 1013904223u;
        text[(random >> 8) % length] = i % 2 ? text[(random >> 8) % length] : '\0';
        done(rewrite(text, PTX_PROBED));
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_global_load),
        cmocka_unit_test(test_offsets_and_symbols),
        cmocka_unit_test(test_shared_addresses_of_both_sizes),
        cmocka_unit_test(test_registers_follow_scopes),
        cmocka_unit_test(test_predicates),
        cmocka_unit_test(test_atomics_and_copies),
        cmocka_unit_test(test_values_of_atomics),
        cmocka_unit_test(test_fences),
        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_warps),
        cmocka_unit_test(test_module),
        cmocka_unit_test(test_odd_text),
        cmocka_unit_test(test_large_tiles),
        cmocka_unit_test(test_timed),
        cmocka_unit_test(test_sites_file),
        cmocka_unit_test(test_joined),
        cmocka_unit_test(test_converge),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
