/* Stages and the worker: what is shown while a program is built, fails, is built again. */
#include "state/session.h"

#include "app/action.h"
#include "app/ahead.h"
#include "app/compare.h"
#include "app/frame.h"
#include "app/keys.h"
#include "app/show.h"
#include "base/mem.h"
#include "canvas/theme.h"
#include "support/synthetic.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct fake {
    int loads, fresh;
    bool fail;
    enum run_order last_order;
};

static int load(void *context, const struct stage *stage, const struct run_request *request,
                struct trace **trace, struct error *err)
{
    struct fake *fake = context;
    fake->loads++;
    fake->fresh += request->fresh;
    fake->last_order = request->order;
    if (fake->fail) return error_set(err, "%s:3: error: no", stage->program);
    *trace = synthetic_tree(512, 2, 64, request->order == ORDER_REVERSE);
    return 0;
}

static bool has(void *context, const struct stage *stage, enum run_variant variant)
{
    (void)context, (void)stage;
    return variant == RUN_EMULATOR || variant == RUN_GPU_WRITTEN;
}

static struct session *open_session(struct fake *fake, int stages)
{
    struct session_loader loader = {load, has, fake};
    struct session *session = session_create("test", &loader);
    for (int i = 0; i < stages; i++) {
        char title[16];
        snprintf(title, sizeof title, "s%d.cu", i);
        session_add(session, title)->program = mem_strdup(title);
    }
    return session;
}

static void traces_arrive(void **test)
{
    struct fake fake = {0};
    struct state state;
    (void)test;
    struct session *session = open_session(&fake, 3);
    show_begin(&state, session, 0);
    assert_null(state.panes[0].trace);
    assert_true(session_busy(session));
    session_wait_for(session, 0);
    show_refresh(&state);
    assert_non_null(state.panes[0].trace);
    session_wait(session);
    show_refresh(&state); /* findings are there; the next stage is built ahead */
    assert_non_null(state_findings(&state, &state.panes[0]));
    session_wait(session);
    show_refresh(&state);
    assert_non_null(session_run(session, 1)->trace);
    assert_null(session_run(session, 2)->trace);
    show_stage(&state, 0, 1); /* at once: nothing has to be waited for */
    assert_non_null(state.panes[0].trace);
    session_wait(session);
    state_fini(&state);
    session_destroy(session);
}

static void a_failed_build_keeps_the_picture(void **test)
{
    struct fake fake = {0};
    struct state state;
    (void)test;
    struct session *session = open_session(&fake, 2);
    show_begin(&state, session, 0);
    session_wait(session);
    show_refresh(&state);
    session_wait(session);
    const struct trace *before = state.panes[0].trace;
    state.panes[0].cursor.round = 2;
    fake.fail = true;
    state_apply(&state, ACTION_REBUILD, 0);
    assert_ptr_equal(state.panes[0].trace, before);
    session_wait(session);
    show_refresh(&state);
    assert_ptr_equal(state.panes[0].trace, before);
    assert_int_equal(state.overlay, OVERLAY_MESSAGE);
    assert_string_equal(state.text, "s0.cu:3: error: no");
    assert_string_equal(state.message, ""); /* the last line is for the keys */
    assert_false(state.quit);
    state_key(&state, 'o'); /* fails as well: the picture is still that of the order before */
    session_wait(session);
    show_refresh(&state);
    assert_int_equal(fake.last_order, ORDER_REVERSE);
    assert_int_equal(session_stage(session, 0)->order, ORDER_FORWARD);
    assert_non_null(strstr(state.message, run_order_name(ORDER_FORWARD)));
    fake.fail = false;
    state_key(&state, 'o'); /* what covers the picture goes with the next attempt */
    assert_int_equal(state.overlay, OVERLAY_NONE);
    session_wait(session);
    show_refresh(&state);
    assert_ptr_not_equal(state.panes[0].trace, before);
    assert_int_equal(state.panes[0].cursor.round, 2); /* the cursor stays */
    assert_int_equal(fake.last_order, ORDER_REVERSE);
    assert_int_equal(fake.fresh, 3);
    state_fini(&state);
    session_destroy(session);
}

static void a_single_program_that_fails_ends_the_viewer(void **test)
{
    struct fake fake = {.fail = true};
    struct state state;
    (void)test;
    struct session *session = open_session(&fake, 1);
    show_begin(&state, session, 0);
    session_wait(session);
    show_refresh(&state);
    assert_true(state.quit);
    assert_true(state.failed);
    assert_string_equal(session_run(session, 0)->failure, "s0.cu:3: error: no");
    state_fini(&state);
    session_destroy(session);
}

static void other_runs_and_builds(void **test)
{
    struct fake fake = {0};
    struct state state;
    (void)test;
    struct session *session = open_session(&fake, 1);
    show_begin(&state, session, 0);
    session_wait(session);
    show_refresh(&state);
    state_apply(&state, ACTION_VARIANT, 0);
    assert_int_equal(session_stage(session, 0)->variant, RUN_GPU_WRITTEN);
    session_wait(session);
    show_refresh(&state);
    compare_with(&state, "-DPAD=1");
    assert_int_equal(state.pane_count, 2);
    assert_int_equal(session_count(session), 2);
    assert_string_equal(session_stage(session, 1)->defines[0], "PAD=1");
    session_wait(session);
    show_refresh(&state);
    assert_non_null(state.panes[0].trace);
    assert_non_null(state.panes[1].trace);
    compare_toggle(&state);
    compare_with(&state, "-DPAD=1"); /* the same one again */
    assert_int_equal(session_count(session), 2);
    compare_toggle(&state);
    compare_with(&state, "emulator");
    assert_int_equal(session_count(session), 3);
    compare_toggle(&state);
    compare_with(&state, "recording");
    assert_int_equal(state.pane_count, 1);
    session_wait(session);
    show_refresh(&state);
    state_fini(&state);
    session_destroy(session);
}

/* Stages that the lesson pairs are compared from either of them. */
static void a_pair_is_compared_from_both(void **test)
{
    struct fake fake = {0};
    struct state state;
    (void)test;
    struct session *session = open_session(&fake, 3);
    session_stage(session, 1)->pair = 2;
    for (uint32_t stage = 1; stage < 3; stage++) {
        show_begin(&state, session, stage);
        session_wait(session);
        show_refresh(&state);
        compare_toggle(&state);
        assert_int_equal(state.pane_count, 2);
        assert_int_equal(state.panes[0].stage, 1);
        assert_int_equal(state.panes[1].stage, 2);
        compare_toggle(&state); /* back to where it was asked for */
        assert_int_equal(state.panes[0].stage, stage);
        state_fini(&state);
    }
    session_destroy(session);
}

static void type(struct state *state, const char *keys)
{
    for (; *keys; keys++)
        state_key(state, *keys == '\r' ? INPUT_ENTER : (uint32_t)*keys);
}

static void arrive(struct state *state, struct session *session)
{
    session_wait(session);
    show_refresh(state);
    ahead_catch_up(state);
}

/* What is typed while a program is built is done once it is there, in its order; what needs no
 * trace is done at once. */
static void keys_typed_ahead(void **test)
{
    struct fake fake = {0};
    struct state state;
    (void)test;
    struct session *session = open_session(&fake, 1);
    show_begin(&state, session, 0);
    type(&state, "?");
    assert_int_equal(state.overlay, OVERLAY_HELP);
    type(&state, "lllh"); /* the first one closes the help, so that the picture is seen */
    assert_int_equal(state.overlay, OVERLAY_NONE);
    assert_int_equal(state.kept_count, 4);
    type(&state, "t:theme dark\r:no-such-command\r");
    assert_int_equal(state.theme, theme_find("dark"));
    assert_true(*state.message);
    assert_int_equal(state.kept_count, 4);
    assert_false(ahead_catch_up(&state));
    arrive(&state, session);
    assert_int_equal(state.kept_count, 0);
    assert_int_equal(state_pane(&state)->cursor.round, 2);
    state_fini(&state);
    session_destroy(session);

    session = open_session(&fake, 1);
    show_begin(&state, session, 0);
    type(&state, ":round 4\rl:last\rh");
    assert_int_equal(state.prompt_kind, 0);
    assert_int_equal(state.kept_count, 4);
    type(&state, "5");
    assert_int_equal(state.view, 4);
    arrive(&state, session);
    assert_int_equal(state.view, 4);
    uint32_t last = state_pane(&state)->cursor.round + 1;
    type(&state, "G");
    assert_int_equal(state_pane(&state)->cursor.round, last);
    state_fini(&state);
    session_destroy(session);
}

/* Kept keys are about the picture they were typed for: not about a box that was opened since, and
 * not about another view. */
static void keys_typed_ahead_for_a_picture(void **test)
{
    struct fake fake = {0};
    struct state state;
    (void)test;
    struct session *session = open_session(&fake, 1);
    show_begin(&state, session, 0);
    type(&state, "1jjl?jj");
    assert_int_equal(state.overlay, OVERLAY_HELP);
    int scroll = state.overlay_scroll;
    assert_int_equal(state.kept_count, 3);
    arrive(&state, session);
    assert_int_equal(state.overlay, OVERLAY_HELP);
    assert_int_equal(state.overlay_scroll, scroll);
    assert_int_equal(state_pane(&state)->cursor.round, 1);
    struct cursor wanted = state_pane(&state)->cursor;
    state_fini(&state);
    session_destroy(session);

    session = open_session(&fake, 1);
    show_begin(&state, session, 0);
    type(&state, "5"); /* a choice: the stage opens no other view then */
    type(&state, "1jjl5");
    assert_int_equal(state.kept_count, 3);
    arrive(&state, session);
    assert_int_equal(state.view, 4);
    assert_int_equal(state_pane(&state)->cursor.line, wanted.line);
    assert_int_equal(state_pane(&state)->cursor.slot, wanted.slot);
    assert_int_equal(state_pane(&state)->cursor.round, 1);
    state_fini(&state);
    session_destroy(session);
}

/* They were about that stage and that build; q does not wait. */
static void keys_typed_ahead_in_vain(void **test)
{
    struct fake fake = {0};
    struct state state;
    (void)test;
    struct session *session = open_session(&fake, 3);
    show_begin(&state, session, 0);
    type(&state, "ll]");
    assert_int_equal(state_pane(&state)->stage, 1);
    type(&state, "l");
    arrive(&state, session);
    assert_int_equal(state_pane(&state)->cursor.round, 1);
    type(&state, "[");
    assert_int_equal(state_pane(&state)->cursor.round, 0);
    state_fini(&state);
    session_destroy(session);

    session = open_session(&fake, 2);
    show_begin(&state, session, 0);
    fake.fail = true;
    for (int i = 0; i < 2 * STATE_KEPT; i++)
        type(&state, "l:round 2\r");
    assert_int_equal(state.kept_count, STATE_KEPT);
    assert_true(*state.message); /* what is not kept is not lost in silence */
    type(&state, "l");
    assert_true(*state.message);
    arrive(&state, session);
    if (!state_pane(&state)->trace) assert_int_equal(state.kept_count, 0);
    type(&state, "lq");
    if (!state.quit) type(&state, "q");
    assert_true(state.quit);
    state_fini(&state);
    session_destroy(session);
}

enum { RESTORED = 42 }; /* exit status of a process whose handler has run */

static void on_fault(int number)
{
    (void)number;
    _exit(RESTORED);
}

static int load_faulty(void *context, const struct stage *stage, const struct run_request *request,
                       struct trace **trace, struct error *err)
{
    (void)context, (void)stage, (void)request, (void)trace, (void)err;
    __builtin_trap();
}

/* Deeper than any stack; the compiler may not see that. */
__attribute__((noinline)) static int descend(volatile char *above)
{
    volatile char here[4096];
    here[0] = above ? *above : 1;
    return here[0] ? descend(here) + here[0] : 0;
}

static int load_endlessly(void *context, const struct stage *stage,
                          const struct run_request *request, struct trace **trace,
                          struct error *err)
{
    (void)context, (void)stage, (void)request, (void)trace, (void)err;
    return descend(NULL);
}

static void expect_handled(const struct session_loader *loader)
{
    static const int numbers[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS};
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct session *session = session_create("test", loader);
        struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK};
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            sigaction(numbers[i], &action, NULL);
        session_add(session, "s.cu")->program = mem_strdup("s.cu");
        session_want(session, 0, false);
        session_wait(session);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), RESTORED);
}

/* The terminal is restored whichever thread it is that crashes, and where its stack is full. */
static void a_fault_of_the_worker_is_handled(void **test)
{
    const struct session_loader faulty = {load_faulty, has, NULL},
                                endless = {load_endlessly, has, NULL};
    (void)test;
    expect_handled(&faulty);
    expect_handled(&endless);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_arrive),
        cmocka_unit_test(a_failed_build_keeps_the_picture),
        cmocka_unit_test(a_single_program_that_fails_ends_the_viewer),
        cmocka_unit_test(other_runs_and_builds),
        cmocka_unit_test(a_pair_is_compared_from_both),
        cmocka_unit_test(keys_typed_ahead),
        cmocka_unit_test(keys_typed_ahead_for_a_picture),
        cmocka_unit_test(keys_typed_ahead_in_vain),
        cmocka_unit_test(a_fault_of_the_worker_is_handled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
