/* curses.c - the screen by means of curses: taking it, colours, showing a canvas. Keys are in
 * typed.c, giving it away and taking it again in handover.c; nothing else knows curses. */
#include "ui/terminal.h"

#include "base/i18n.h"
#include "base/mem.h"
#include "ui/handover.h"
#include "ui/output.h"
#include "ui/signals.h"
#include "ui/typed.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#undef columns /* <term.h> has macros for all capabilities */

static struct {
    SCREEN *screen;
    bool open, ascii, mouse, direct;
    int colors;
    int columns, rows; /* fixed by --size, else 0 */
    const struct theme *theme;
    struct canvas *shown;     /* what the terminal shows now; NULL = unknown */
    short pairs[STYLE_COUNT]; /* styles of equal colours share one: a change of pair is written */
    bool brackets;            /* the terminal puts brackets around what is pasted */
} self;

/* ---- Opening --------------------------------------------------------------------------------- */

/* Terminals whose description this machine lacks mostly understand xterm's. */
static SCREEN *new_terminal(FILE *stream)
{
    const char *term = getenv("TERM");
    SCREEN *screen = term && *term ? newterm(term, stream, stdin) : NULL;
    if (!screen && (!term || strcmp(term, "dumb") != 0))
        screen = newterm("xterm-256color", stream, stdin);
    return screen;
}

/* Does the terminal do what a screen needs? "dumb" cannot move its cursor. */
static bool can_address(void)
{
    return handover_capability("cup") != NULL;
}

bool terminal_able(void)
{
    const char *term = getenv("TERM");
    int status;
    if (!term || !*term || setupterm(term, STDOUT_FILENO, &status) != OK) return true;
    bool able = can_address();
    del_curterm(cur_term);
    return able;
}

static void choose_colors(bool no_color)
{
    self.colors = 0;
    if (no_color || !has_colors()) return;
    start_color();
    if (use_default_colors() == ERR) return;
    self.direct = COLORS > 256 && (tigetflag("RGB") > 0 || tigetnum("RGB") > 0);
    if (COLORS >= 256 && COLOR_PAIRS > STYLE_COUNT)
        self.colors = 256;
    else if (COLORS >= 16 && COLOR_PAIRS > STYLE_COUNT)
        self.colors = 16;
    else if (COLORS >= 8 && COLOR_PAIRS > STYLE_COUNT)
        self.colors = 8;
}

/* Milliseconds after which an ESC is a key. For what is no number curses would take a second. */
static void choose_escape_delay(void)
{
    const char *given = getenv("ESCDELAY");
    if (!given || !*given || given[strspn(given, "0123456789")]) set_escdelay(25);
}

/* Off, curses would know the beginning of a click all the same, and leave the rest as keys. */
static void let_mouse(bool on)
{
    mousemask(on ? BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
    keyok(KEY_MOUSE, on);
}

int terminal_open(const struct terminal_options *options, struct error *err)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return error_set(err, "standard input and output must be a terminal (--plain needs none)");
    signals_waiting(true);
    int status = handover_begin(err);
    signals_waiting(false);
    if (status != 0) return -1;
    self.screen = new_terminal(output_open());
    if (!self.screen) {
        output_close();
        return error_set(err, "cannot drive the terminal TERM=%s (--plain needs no more than text)",
                         getenv("TERM") ? getenv("TERM") : "(unset)");
    }
    set_term(self.screen);
    if (!can_address()) {
        endwin();
        delscreen(self.screen);
        output_close();
        return error_set(err,
                         "the terminal TERM=%s cannot move its cursor (--plain needs no more "
                         "than text)",
                         getenv("TERM") ? getenv("TERM") : "(unset)");
    }
    self.ascii = options->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    self.columns = options->columns;
    self.rows = options->rows;
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    typeahead(-1); /* a frame is whole */
    choose_escape_delay();
    mousemask(0, NULL);
    mouseinterval(0); /* a press is a click: nobody waits for what may follow */
    choose_colors(options->no_color);
    typed_begin();
    let_mouse(false); /* curses knows its keys from here on */
    self.brackets = handover_capability("kmous") != NULL;
    handover_prepare(self.brackets);
    self.open = true;
    mem_on_failure(handover_give);
    terminal_theme(&theme_table[0]);
    return 0;
}

/* Where there is no other screen to leave for, the shell's prompt comes to stand there. */
static void clear_last_line(void)
{
    move(LINES - 1, 0);
    clrtoeol();
    refresh();
}

/* False: the terminal did not take it. The settings are still ours where output is gathered. */
static bool write_leaving(void)
{
    enum { PATIENCE_MS = 200 };
    handover_start_output();
    output_begin();
    clear_last_line();
    endwin();
    if (self.brackets) output_text(handover_brackets_off);
    output_end();
    return output_finish(PATIENCE_MS);
}

void terminal_close(void)
{
    if (!self.open) return;
    terminal_mouse(false);
    if (!write_leaving()) handover_give();
    self.open = false;
    mem_on_failure(NULL);
    delscreen(self.screen);
    output_close();
    canvas_destroy(self.shown);
    self.shown = NULL;
    handover_end();
}

bool terminal_ascii(void)
{
    return self.ascii;
}

bool terminal_has_mouse(void)
{
    return handover_capability("kmous") != NULL;
}

void terminal_size(int *columns, int *rows)
{
    *columns = self.columns && self.columns < COLS ? self.columns : COLS;
    *rows = self.rows && self.rows < LINES ? self.rows : LINES;
    if (*columns < 1) *columns = 1;
    if (*rows < 1) *rows = 1;
}

/* ---- Colours --------------------------------------------------------------------------------- */

static int basic(int color)
{
    if (color == THEME_DEFAULT) return -1;
    return self.colors == 8 ? color & 7 : color;
}

/* Of the 256; where colours are numbered by what they look like (xterm-direct), that number. */
static int full(int color)
{
    if (color == THEME_DEFAULT) return -1;
    return self.direct && color >= 8 ? (int)theme_rgb(color) : color;
}

static void colors_of(int style, int *fg, int *bg)
{
    const struct theme_pair *pair = &self.theme->pairs[style];
    *fg = self.colors == 256 ? full(pair->fg) : basic(pair->fg16);
    *bg = self.colors == 256 ? full(pair->bg) : basic(pair->bg16);
}

void terminal_theme(const struct theme *theme)
{
    if (self.theme == theme && self.open && self.shown) return;
    self.theme = theme;
    for (int s = 0; s < STYLE_COUNT; s++) {
        int fg, bg, other_fg, other_bg;
        self.pairs[s] = 0;
        if (!self.colors) continue;
        colors_of(s, &fg, &bg);
        self.pairs[s] = (short)(s + 1);
        for (int other = 0; other < s; other++) {
            colors_of(other, &other_fg, &other_bg);
            if (fg == other_fg && bg == other_bg) self.pairs[s] = self.pairs[other];
        }
        if (self.pairs[s] == s + 1) init_extended_pair(s + 1, fg, bg);
    }
    terminal_redraw();
}

static attr_t attributes_of(int style)
{
    const struct theme_pair *pair = &self.theme->pairs[style];
    unsigned bits = self.colors ? pair->attributes : pair->plain;
    attr_t attributes = A_NORMAL;
    if (bits & THEME_BOLD) attributes |= A_BOLD;
    if (bits & THEME_REVERSE) attributes |= A_REVERSE;
    if (bits & THEME_UNDERLINE) attributes |= A_UNDERLINE;
    if (bits & THEME_FAINT) attributes |= A_DIM;
    if (self.colors == 8 && pair->fg16 >= 8) attributes |= A_BOLD;
    return attributes;
}

/* ---- Showing --------------------------------------------------------------------------------- */

void terminal_mouse(bool on)
{
    if (self.mouse == on) return;
    self.mouse = on;
    output_begin();
    let_mouse(on);
    output_end();
}

void terminal_redraw(void)
{
    canvas_destroy(self.shown);
    self.shown = NULL;
    if (self.open) clearok(curscr, TRUE);
}

/* Puts one cell at its own place: where the C library and we disagree about a width, only that cell
 * is replaced and nothing moves. */
static void put_cell(int y, int x, const struct cell *cell)
{
    wchar_t text[3] = {(wchar_t)cell->glyph, (wchar_t)cell->mark, 0};
    cchar_t out;
    short pair = self.pairs[cell->style];
    if (cell->glyph >= 0x80 && wcwidth((wchar_t)cell->glyph) != cell->width) {
        text[0] = '?';
        text[1] = 0;
        if (cell->width == 2) {
            setcchar(&out, L" ", attributes_of(cell->style), pair, NULL);
            mvadd_wch(y, x + 1, &out);
        }
    }
    if (text[1] && wcwidth(text[1]) != 0) text[1] = 0;
    setcchar(&out, text, attributes_of(cell->style), pair, NULL);
    mvadd_wch(y, x, &out);
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
    return a->glyph == b->glyph && a->mark == b->mark && a->style == b->style &&
           a->width == b->width;
}

/* In a window of one column curses fills the last cell by inserting before it, where nothing is. */
static bool last_cell_is_ours(const struct canvas *canvas)
{
    return canvas->columns == 1 && canvas->rows > 0;
}

/* Terminals that wrap only with the next character take it as it is; others move everything up: the
 * cell is left blank there. */
static void show_last_cell(const struct canvas *canvas)
{
    if (tigetflag("xenl") <= 0 && canvas->rows > 1) return;
    const uint32_t glyph = canvas->cells[canvas->rows - 1].glyph;
    const char text[2] = {glyph > ' ' && glyph < 0x7f ? (char)glyph : ' ', 0};
    const char *cup = handover_capability("cup");
    char place[64];
    handover_unpadded(cup ? tparm(cup, canvas->rows - 1, 0) : "", place, sizeof place);
    output_text(place);
    output_text(text);
    output_text(place);
}

void terminal_show(const struct canvas *canvas)
{
    const bool ours = last_cell_is_ours(canvas);
    bool known =
        self.shown && self.shown->columns == canvas->columns && self.shown->rows == canvas->rows;
    if (!known) {
        erase();
        if (!self.shown)
            self.shown = canvas_create(canvas->columns, canvas->rows);
        else
            canvas_resize(self.shown, canvas->columns, canvas->rows);
    }
    size_t count = (size_t)canvas->columns * (size_t)canvas->rows;
    for (size_t i = 0; i < count - (ours ? 1 : 0); i++) {
        const struct cell *cell = &canvas->cells[i];
        if (cell->width == 0 || (known && same_cell(cell, &self.shown->cells[i]))) continue;
        put_cell((int)(i / (size_t)canvas->columns), (int)(i % (size_t)canvas->columns), cell);
    }
    memcpy(self.shown->cells, canvas->cells, count * sizeof *canvas->cells);
    bool cursor = canvas->cursor_x >= 0 && canvas->cursor_y >= 0;
    move(cursor ? canvas->cursor_y : canvas->rows - 1, cursor ? canvas->cursor_x : 0);
    output_begin();
    wnoutrefresh(stdscr);
    doupdate();
    if (ours) show_last_cell(canvas);
    if (!known && self.brackets)
        output_text(handover_brackets_on); /* a shell may have ended it meanwhile */
    output_end();
}

/* ---- Away and back --------------------------------------------------------------------------- */

/* A script that ^Z has stopped before us, and its shell has the terminal already: the settings are
 * the shell's, and writing must not stop us half-way. */
void terminal_leave(void)
{
    sigset_t stop, old;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTTOU);
    sigprocmask(SIG_BLOCK, &stop, &old);
    if (handover_in_background()) {
        handover_give();
    } else {
        if (write_leaving()) {
            reset_shell_mode(); /* in a gathered endwin it met no terminal */
            handover_given(true);
        } else {
            handover_give();
        }
    }
    sigprocmask(SIG_SETMASK, &old, NULL);
}

/* The size may have changed while others had the terminal, and only they were told. */
static void ask_for_size(void)
{
    sigset_t resized, old;
    sigemptyset(&resized);
    sigaddset(&resized, SIGWINCH);
    sigprocmask(SIG_UNBLOCK, &resized, &old);
    raise(SIGWINCH); /* curses' handler: the next key is then KEY_RESIZE */
    sigprocmask(SIG_SETMASK, &old, NULL);
}

void terminal_return(void)
{
    /* curses comes back to the screen only when it knows that it has left */
    if (!isendwin()) endwin();
    handover_given(false);
    handover_take_settings();
    ask_for_size();
    terminal_redraw();
}
