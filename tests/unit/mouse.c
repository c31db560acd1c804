/* Clicks: what is selected is what stands where the person pointed. */
#include "app/frame.h"
#include "app/frame_parts.h"
#include "app/keys.h"
#include "app/show.h"
#include "state/cursor.h"
#include "state/target.h"
#include "support/screen.h"
#include "support/synthetic.h"
#include "ui/mouse.h"
#include "view/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void open(struct screen *screen, const char *view, int count)
{
    static const char *const titles[] = {"one", "the other"};
    struct trace *traces[] = {synthetic_job(), synthetic_matmul(64)};
    screen_open(screen, 80, 24, traces, titles, 2);
    screen->state.animate = false;
    if (count == 2) screen_keys(screen, "]c");
    show_view(&screen->state, (uint32_t)view_find(view));
    screen_draw(screen);
}

static void click(struct screen *screen, int x, int y)
{
    mouse_click(&screen->state, &(struct terminal_click){x, y, 1});
    screen_draw(screen);
}

/* The cell where `text` begins, in rows from `first` on. */
static void find(const struct screen *screen, int first, const char *text, int *x, int *y)
{
    uint32_t glyphs[32];
    int count = 0;
    while (*text && count < 32)
        text += canvas_decode(text, &glyphs[count++]);
    for (*y = first; *y < screen->canvas->rows; (*y)++)
        for (*x = 0; *x + count <= screen->canvas->columns; (*x)++) {
            const struct cell *cell = &screen->canvas->cells[*y * screen->canvas->columns + *x];
            int same = 0;
            while (same < count && cell[same].glyph == glyphs[same])
                same++;
            if (same == count) return;
        }
    fail_msg("not on the screen");
}

static void lines(void **state)
{
    struct screen screen;
    (void)state;
    open(&screen, "source", 1);
    for (int y = 6; y < 16; y += 3) {
        click(&screen, 30, y);
        assert_int_equal(screen.canvas->cursor_y, y);
    }
    screen_close(&screen);
}

static void slots(void **state)
{
    static const uint32_t slots[] = {64, 192, 32, 224};
    struct screen screen;
    (void)state;
    open(&screen, "tree", 1);
    cursor_go_round(&screen.state, 6);
    screen_draw(&screen);
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
        char text[16];
        int x, y;
        snprintf(text, sizeof text, " %u ", slots[i]);
        find(&screen, 3, text, &x, &y);
        click(&screen, x + 1, y + 1); /* the value below */
        assert_int_equal(screen.state.panes[0].cursor.slot, slots[i]);
    }
    screen_close(&screen);
}

static void cells(void **state)
{
    static const char *const views[] = {"access", "banks"};
    struct screen screen;
    (void)state;
    for (size_t v = 0; v < 2; v++) {
        open(&screen, views[v], 1);
        int x = screen.canvas->cursor_x, y = screen.canvas->cursor_y;
        click(&screen, x + 4, y);
        assert_int_equal(screen.canvas->cursor_y, y);
        assert_int_equal(screen.canvas->cursor_x, x + 4);
        click(&screen, x, y);
        assert_int_equal(screen.canvas->cursor_x, x);
        screen_close(&screen);
    }
}

static void rows_of_a_list(void **state)
{
    struct screen screen;
    int x, y;
    (void)state;
    open(&screen, "ladder", 1);
    find(&screen, 3, "the other", &x, &y);
    click(&screen, x, y);
    assert_int_equal(screen.canvas->cursor_y, y);
    screen_close(&screen);
}

static void panes_and_keys(void **state)
{
    struct screen screen;
    int x, y;
    (void)state;
    open(&screen, "tree", 2);
    assert_int_equal(screen.state.pane_on, 1);
    click(&screen, 10, 8);
    assert_int_equal(screen.state.pane_on, 0);
    screen_close(&screen);
    open(&screen, "tree", 1);
    find(&screen, 23, "→", &x, &y);
    click(&screen, x, y);
    assert_int_equal(screen.state.panes[0].cursor.round, 1);
    find(&screen, 23, "?", &x, &y);
    click(&screen, x + 3, y); /* the word behind it */
    assert_int_equal(screen.state.overlay, OVERLAY_HELP);
    screen_close(&screen);
}

/* ---- Every target of every view -------------------------------------------------------------- */

static bool is_selected(const struct state *state, struct target target)
{
    const struct cursor *c = &state_pane(state)->cursor;
    switch (target.kind) {
    case TARGET_SLOT:
        return c->slot == target.number && c->array == target.of;
    case TARGET_THREAD:
        return c->thread == target.number && c->lane == target.number % TRACE_LANES;
    case TARGET_LINE:
        return c->line == target.number && c->source == target.of;
    case TARGET_BLOCK:
        return c->block == target.number;
    case TARGET_ROW:
        return c->scroll == (int)target.number;
    case TARGET_VALUE:
        return c->value == target.number;
    case TARGET_ROUND:
        return c->round == target.number || cursor_rounds(state_pane(state)) <= target.number;
    case TARGET_VIEW:
        return state->view == target.number;
    default:
        return false;
    }
}

static bool in_sight(const struct canvas *canvas, uint64_t target)
{
    for (int i = 0; i < canvas->columns * canvas->rows; i++)
        if (canvas->targets[i] == target) return true;
    return false;
}

/* Clicks on the cell, looks, and puts everything back. */
static void try_target(struct screen *screen, int x, int y)
{
    struct state *state = &screen->state;
    struct canvas *canvas = screen->canvas;
    uint64_t packed = canvas_target_at(canvas, x, y);
    struct target target = target_unpack(packed);
    struct pane saved[STATE_PANES];
    int on = state->pane_on;
    uint32_t view = state->view;
    if (target.kind == TARGET_KEY || target.kind == TARGET_BEYOND) return;
    memcpy(saved, state->panes, sizeof saved);
    click(screen, x, y);
    bool right = is_selected(state, target) && in_sight(canvas, packed);
    /* where the hardware cursor stands on something of this kind, it stands on this */
    uint64_t at = canvas_target_at(canvas, canvas->cursor_x, canvas->cursor_y);
    if (target_unpack(at).kind == target.kind) right &= at == packed;
    if (!right)
        print_error("%s %dx%d at %d, %d: kind %d, %u of %u\n", view_table[view]->name,
                    canvas->columns, canvas->rows, x, y, target.kind, target.number, target.of);
    assert_true(right);
    memcpy(state->panes, saved, sizeof saved);
    state->pane_on = on;
    state->view = view;
    state->message[0] = 0;
    screen_draw(screen);
}

/* Some of them: neighbours differ little. Returns how many. */
static int try_all(struct screen *screen)
{
    enum { MOST = 12 };
    struct canvas *canvas = screen->canvas;
    int count = canvas->columns * canvas->rows, seen = 0, tried = 0;
    uint64_t before = 0;
    screen_draw(screen);
    for (int i = 0; i < count; i++) {
        seen += canvas->targets[i] && canvas->targets[i] != before;
        before = canvas->targets[i];
    }
    int step = seen / MOST + 1;
    before = 0;
    for (int i = 0, at = 0; i < count; i++) {
        uint64_t target = canvas->targets[i];
        bool fresh = target && target != before;
        before = target;
        if (!fresh || at++ % step) continue;
        try_target(screen, i % canvas->columns, i / canvas->columns);
        tried++;
    }
    return tried;
}

static void try_sizes(struct screen *screen, const char *view)
{
    static const struct {
        int columns, rows;
    } sizes[] = {{80, 24}, {60, 20}, {40, 10}, {120, 40}, {160, 45}, {23, 7}};
    static const uint32_t rounds[] = {0, 1, 6, 60};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        screen_resize(screen, sizes[s].columns, sizes[s].rows);
        show_view(&screen->state, (uint32_t)view_find(view));
        for (size_t r = s % 2; r < sizeof rounds / sizeof *rounds; r += 2) {
            cursor_go_round(&screen->state, rounds[r]);
            try_all(screen);
        }
    }
}

static void every_target(void **state)
{
    static const char *const views[] = {"tree", "access", "banks", "blocks", "source", "ladder"};
    static const char *const before[] = {"", "-", "--", "c", "+"}; /* zoom, panes */
    static const char *const titles[] = {"one", "two", "three"};
    (void)state;
    for (size_t b = 0; b < sizeof before / sizeof *before; b++)
        for (size_t v = 0; v < sizeof views / sizeof *views; v++) {
            struct trace *traces[] = {synthetic_tree(8192, 4, 256, false), synthetic_matmul(64),
                                      synthetic_missing_barrier(4096, 2, 128, false)};
            struct screen screen;
            screen_open(&screen, 80, 24, traces, titles, 3);
            canvas_watch(screen.canvas);
            screen.state.animate = false;
            for (int stage = 0; stage < 3; stage++) {
                if (stage) screen_keys(&screen, "]");
                show_view(&screen.state, (uint32_t)view_find(views[v]));
                screen_keys(&screen, before[b]);
                try_sizes(&screen, views[v]);
            }
            screen_close(&screen);
        }
}

/* Blank cells, frames and words mean nothing. */
static void nothing_there(void **state)
{
    struct screen screen;
    int x, y;
    (void)state;
    open(&screen, "ladder", 1);
    struct cursor before = screen.state.panes[0].cursor;
    click(&screen, 40, 20); /* below the list */
    assert_memory_equal(&before, &screen.state.panes[0].cursor, sizeof before);
    screen_close(&screen);
    open(&screen, "tree", 1);
    before = screen.state.panes[0].cursor;
    find(&screen, 3, "comes along", &x, &y);
    click(&screen, x, y);
    click(&screen, 0, 0);
    assert_memory_equal(&before, &screen.state.panes[0].cursor, sizeof before);
    screen_close(&screen);
}

static void boxes(void **state)
{
    struct screen screen;
    int x, y;
    (void)state;
    open(&screen, "tree", 1);
    cursor_go_round(&screen.state, 3);
    screen_keys(&screen, "?");
    struct cursor before = screen.state.panes[0].cursor;
    for (y = 3; y < 23; y++)
        click(&screen, 12, y); /* what lies below the box is not to be seen */
    assert_memory_equal(&before, &screen.state.panes[0].cursor, sizeof before);
    assert_int_equal(screen.state.overlay, OVERLAY_HELP);
    mouse_click(&screen.state, &(struct terminal_click){12, 8, 5}); /* the wheel moves the text */
    assert_int_equal(screen.state.overlay_scroll, 1);
    assert_memory_equal(&before, &screen.state.panes[0].cursor, sizeof before);
    screen_keys(&screen, "?");
    screen_key(&screen, INPUT_ENTER);
    screen_draw(&screen);
    assert_int_equal(screen.state.overlay, OVERLAY_HISTORY);
    find(&screen, 3, "   1 ", &x, &y); /* a row of the history is a round */
    click(&screen, x + 3, y);
    assert_int_equal(screen.state.panes[0].cursor.round, 1);
    screen_close(&screen);
}

static void findings(void **state)
{
    static const char *const titles[] = {"wrong"};
    struct trace *traces[] = {synthetic_missing_barrier(4096, 2, 128, false)};
    struct screen screen;
    int x, y;
    (void)state;
    screen_open(&screen, 80, 24, traces, titles, 1);
    session_wait(screen.session);
    session_poll(screen.session);
    screen_keys(&screen, ":list-findings");
    screen_key(&screen, INPUT_ENTER);
    screen_draw(&screen);
    assert_int_equal(screen.state.overlay, OVERLAY_FINDINGS);
    find(&screen, 3, "1  ", &x, &y);
    click(&screen, x, y);
    assert_int_equal(screen.state.overlay, OVERLAY_NONE);
    assert_int_equal(screen.state.finding, 0);
    assert_non_null(frame_finding(&screen.state));
    screen_close(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),          cmocka_unit_test(slots),
        cmocka_unit_test(cells),          cmocka_unit_test(rows_of_a_list),
        cmocka_unit_test(panes_and_keys), cmocka_unit_test(every_target),
        cmocka_unit_test(nothing_there),  cmocka_unit_test(boxes),
        cmocka_unit_test(findings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
