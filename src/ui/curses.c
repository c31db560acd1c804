/* curses.c - the one file that knows curses. */
#include "ui/terminal.h"

#include "app/keys.h"
#include "base/i18n.h"
#include "base/mem.h"

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
    struct termios before;
    char restore[512]; /* prepared: a signal handler may only write */
    size_t restore_length;
    uint32_t shift[8]; /* curses codes of shifted arrows that have no KEY_ name */
    bool brackets;     /* the terminal puts brackets around what is pasted */
    bool pasting;      /* the end of it has not come yet */
    bool pasted_line;  /* its first line has */
} self;

/* xterm, "Bracketed Paste Mode"; for terminals like it, which are those with a mouse. */
static const char brackets_on[] = "\033[?2004h", brackets_off[] = "\033[?2004l";

static void write_out(const char *text)
{
    ssize_t written = write(STDOUT_FILENO, text, strlen(text));
    (void)written;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static const char *capability(const char *name)
{
    char *text = tigetstr(name);
    return text && text != (char *)-1 ? text : NULL;
}

/* Without pads, "$<5>": written by itself one would show. */
static void add_restore(const char *text)
{
    while (text && *text && self.restore_length < sizeof self.restore) {
        const char *end = strncmp(text, "$<", 2) == 0 ? strchr(text, '>') : NULL;
        if (end)
            text = end + 1;
        else
            self.restore[self.restore_length++] = *text++;
    }
}

/* Leaves the alternate screen with the cursor visible, colours and keypad as they were. Where there
 * is no other screen, the prompt comes to the last row: our own last line must not stand there. */
static void prepare_restore(void)
{
    enum { LOWEST = 998 };
    const char *cup = capability("cup");
    self.restore_length = 0;
    add_restore(capability("sgr0"));
    add_restore(capability("op"));
    if (cup) add_restore(tparm(cup, LOWEST, 0));
    add_restore(capability("el"));
    add_restore(capability("rmkx"));
    add_restore(capability("cnorm"));
    if (self.brackets) add_restore(brackets_off);
    add_restore(capability("rmcup"));
    if (capability("kmous")) add_restore("\033[?1006l\033[?1000l");
}

void terminal_restore_raw(void)
{
    if (!self.open) return;
    /* what is queued for a terminal that does not take it would keep us from ending */
    tcflush(STDOUT_FILENO, TCOFLUSH);
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (poll(&out, 1, 200) > 0 && out.revents & POLLOUT) {
        ssize_t written = write(STDOUT_FILENO, self.restore, self.restore_length);
        (void)written;
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &self.before);
}

/* Terminals whose description this machine lacks mostly understand xterm's. */
static SCREEN *new_terminal(void)
{
    const char *term = getenv("TERM");
    SCREEN *screen = term && *term ? newterm(term, stdout, stdin) : NULL;
    if (!screen && (!term || strcmp(term, "dumb") != 0))
        screen = newterm("xterm-256color", stdout, stdin);
    return screen;
}

/* Does the terminal do what a screen needs? "dumb" cannot move its cursor. */
static bool can_address(void)
{
    return capability("cup") != NULL;
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

static const struct {
    const char *name;
    uint32_t key;
} shifted[] = {{"kUP", INPUT_SHIFT_UP},
               {"kDN", INPUT_SHIFT_DOWN},
               {"kri", INPUT_SHIFT_UP},
               {"kind", INPUT_SHIFT_DOWN}};

enum { SHIFTED_COUNT = sizeof shifted / sizeof *shifted };

static void find_shifted_keys(void)
{
    for (int i = 0; i < SHIFTED_COUNT; i++) {
        const char *text = capability(shifted[i].name);
        int code = text ? key_defined(text) : 0;
        self.shift[i] = code > 0 ? (uint32_t)code : 0;
    }
}

int terminal_open(const struct terminal_options *options, struct error *err)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return error_set(err, "standard input and output must be a terminal (--plain needs none)");
    if (tcgetattr(STDIN_FILENO, &self.before) != 0)
        return error_set(err, "cannot read the terminal's settings");
    self.screen = new_terminal();
    if (!self.screen)
        return error_set(err, "cannot drive the terminal TERM=%s (--plain needs no more than text)",
                         getenv("TERM") ? getenv("TERM") : "(unset)");
    set_term(self.screen);
    if (!can_address()) {
        endwin();
        delscreen(self.screen);
        tcsetattr(STDIN_FILENO, TCSANOW, &self.before);
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
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    if (!getenv("ESCDELAY")) set_escdelay(25);
    mousemask(0, NULL);
    choose_colors(options->no_color);
    find_shifted_keys();
    self.brackets = capability("kmous") != NULL;
    self.pasting = false;
    prepare_restore();
    self.open = true;
    mem_on_failure(terminal_restore_raw);
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

void terminal_close(void)
{
    if (!self.open) return;
    terminal_mouse(false);
    clear_last_line();
    endwin();
    if (self.brackets) write_out(brackets_off);
    self.open = false;
    mem_on_failure(NULL);
    delscreen(self.screen);
    canvas_destroy(self.shown);
    self.shown = NULL;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &self.before);
}

bool terminal_ascii(void)
{
    return self.ascii;
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
    mousemask(on ? BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
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

void terminal_show(const struct canvas *canvas)
{
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
    for (size_t i = 0; i < count; i++) {
        const struct cell *cell = &canvas->cells[i];
        if (cell->width == 0 || (known && same_cell(cell, &self.shown->cells[i]))) continue;
        put_cell((int)(i / (size_t)canvas->columns), (int)(i % (size_t)canvas->columns), cell);
    }
    memcpy(self.shown->cells, canvas->cells, count * sizeof *canvas->cells);
    bool cursor = canvas->cursor_x >= 0 && canvas->cursor_y >= 0;
    move(cursor ? canvas->cursor_y : canvas->rows - 1, cursor ? canvas->cursor_x : 0);
    wnoutrefresh(stdscr);
    doupdate();
    if (!known && self.brackets) write_out(brackets_on); /* a shell may have ended it meanwhile */
}

void terminal_suspend(void)
{
    terminal_redraw();
    clear_last_line();
    if (self.brackets) write_out(brackets_off);
    raise(SIGTSTP); /* curses' own handler leaves and comes back to the screen */
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* Arrows with Control or Alt have names of their own: "kRIT5". */
static uint32_t with_modifiers(wint_t code)
{
    static const struct {
        const char *name;
        uint32_t key;
    } names[] = {{"kUP", INPUT_UP},         {"kDN", INPUT_DOWN},    {"kLFT", INPUT_LEFT},
                 {"kRIT", INPUT_RIGHT},     {"kHOM", INPUT_HOME},   {"kEND", INPUT_END},
                 {"kNXT", INPUT_PAGE_DOWN}, {"kPRV", INPUT_PAGE_UP}};
    const char *name = keyname((int)code);
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i].name, strlen(names[i].name)) == 0) return names[i].key;
    return 0;
}

static uint32_t translate(wint_t code)
{
    static const struct {
        int code;
        uint32_t key;
    } table[] = {
        {KEY_UP, INPUT_UP},
        {KEY_DOWN, INPUT_DOWN},
        {KEY_LEFT, INPUT_LEFT},
        {KEY_RIGHT, INPUT_RIGHT},
        {KEY_HOME, INPUT_HOME},
        {KEY_END, INPUT_END},
        {KEY_PPAGE, INPUT_PAGE_UP},
        {KEY_NPAGE, INPUT_PAGE_DOWN},
        {KEY_BACKSPACE, INPUT_BACKSPACE},
        {KEY_BTAB, INPUT_BACK_TAB},
        {KEY_SR, INPUT_SHIFT_UP},
        {KEY_SF, INPUT_SHIFT_DOWN},
        {KEY_SLEFT, INPUT_SHIFT_LEFT},
        {KEY_SRIGHT, INPUT_SHIFT_RIGHT},
        {KEY_F(1), INPUT_F1},
        {KEY_F(10), INPUT_F10},
        {KEY_DC, INPUT_DELETE},
        {KEY_ENTER, INPUT_ENTER},
        {KEY_FIND, INPUT_HOME},
        {KEY_SELECT, INPUT_END},
        {KEY_A1, INPUT_HOME},
        {KEY_C1, INPUT_END},
        {KEY_A3, INPUT_PAGE_UP},
        {KEY_C3, INPUT_PAGE_DOWN},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if ((wint_t)table[i].code == code) return table[i].key;
    for (int i = 0; i < SHIFTED_COUNT; i++)
        if (self.shift[i] && self.shift[i] == code) return shifted[i].key;
    return with_modifiers(code);
}

static uint32_t mouse_event(struct terminal_click *click)
{
    MEVENT event;
    if (getmouse(&event) != OK) return 0;
    *click = (struct terminal_click){event.x, event.y, 0};
    if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) click->button = 1;
    if (event.bstate & BUTTON4_PRESSED) click->button = 4;
    if (event.bstate & BUTTON5_PRESSED) click->button = 5;
    return click->button ? TERMINAL_MOUSE : 0;
}

/* Keys as terminals send them that do not know of the mode which curses has asked for, or with
 * Shift, Control and Alt: ESC [ 1 ; 5 C, ESC O C. What curses knows does not come here. */
static uint32_t sequence_key(wint_t introducer, wint_t final, const int numbers[2])
{
    static const struct {
        char final;
        uint32_t key, shifted;
    } letters[] = {{'A', INPUT_UP, INPUT_SHIFT_UP},
                   {'B', INPUT_DOWN, INPUT_SHIFT_DOWN},
                   {'C', INPUT_RIGHT, INPUT_SHIFT_RIGHT},
                   {'D', INPUT_LEFT, INPUT_SHIFT_LEFT},
                   {'H', INPUT_HOME, INPUT_HOME},
                   {'F', INPUT_END, INPUT_END},
                   {'P', INPUT_F1, INPUT_F1},
                   {'M', INPUT_ENTER, INPUT_ENTER},
                   {'Z', INPUT_BACK_TAB, INPUT_BACK_TAB}};
    static const struct {
        int number;
        uint32_t key;
    } tilde[] = {{1, INPUT_HOME},   {7, INPUT_HOME},    {4, INPUT_END},
                 {8, INPUT_END},    {5, INPUT_PAGE_UP}, {6, INPUT_PAGE_DOWN},
                 {3, INPUT_DELETE}, {11, INPUT_F1},     {21, INPUT_F10}};
    for (size_t i = 0; final == '~' && i < sizeof tilde / sizeof *tilde; i++)
        if (tilde[i].number == numbers[0]) return tilde[i].key;
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if ((wint_t)letters[i].final == final && (final != 'M' || introducer == 'O'))
            return numbers[1] == 2 ? letters[i].shifted : letters[i].key;
    return 0;
}

/* Behind an ESC: the rest of a sequence, as far as it has come; 0 for one that means nothing. */
static uint32_t read_sequence(void)
{
    enum { PASTE = 200, PASTE_END = 201, LONGEST = 32 };
    wint_t code, introducer;
    int numbers[2] = {0, 0}, at = 0;
    bool private = false; /* "ESC [ ?", "ESC [ <": not keys */
    int kind = get_wch(&introducer);
    if (kind == ERR) return INPUT_ESCAPE;
    if (kind == KEY_CODE_YES || (introducer != '[' && introducer != 'O')) {
        if (kind == OK) unget_wch((wchar_t)introducer);
        return kind == OK ? INPUT_ESCAPE : 0;
    }
    for (int i = 0; i < LONGEST; i++) {
        kind = get_wch(&code);
        if (kind == ERR && i == 0) { /* two keys */
            unget_wch((wchar_t)introducer);
            return INPUT_ESCAPE;
        }
        if (kind != OK) return 0;
        if (code >= '0' && code <= '9' && at < 2 && numbers[at] < 1000)
            numbers[at] = numbers[at] * 10 + (int)(code - '0');
        if (code == ';') at++;
        if (code >= '<' && code <= '?') private = true;
        if (code >= 0x40 && code <= 0x7E) break;
    }
    if (code == '~' && numbers[0] == PASTE) {
        self.pasting = true;
        self.pasted_line = false;
        return 0;
    }
    if (code == '~' && numbers[0] == PASTE_END) {
        bool was = self.pasting;
        self.pasting = false;
        return was ? TERMINAL_PASTE_END : 0;
    }
    return private ? 0 : sequence_key(introducer, code, numbers);
}

/* Of a character that was pasted: that and the character, or 0 behind the first line. */
static uint32_t pasted(wint_t code)
{
    if (code == '\r' || code == '\n') self.pasted_line = true;
    if (self.pasted_line || code < ' ' || code == 127 || code >= INPUT_FIRST) return 0;
    return TERMINAL_PASTED | (uint32_t)code;
}

uint32_t terminal_key(struct terminal_click *click)
{
    for (;;) { /* keys that mean nothing to us are passed over */
        wint_t code;
        int kind = get_wch(&code);
        if (kind == ERR) return 0;
        uint32_t key = 0;
        if (kind == OK && code == 27)
            key = read_sequence();
        else if (self.pasting && !(kind == KEY_CODE_YES && code == KEY_RESIZE))
            key = kind == OK ? pasted(code) : 0;
        else if (kind == KEY_CODE_YES && code == KEY_RESIZE)
            return TERMINAL_RESIZED;
        else if (kind == KEY_CODE_YES && code == KEY_MOUSE)
            key = mouse_event(click);
        else if (kind == KEY_CODE_YES)
            key = translate(code);
        else if (code == '\r')
            key = INPUT_ENTER;
        else if (code == 127 || code == 8)
            key = INPUT_BACKSPACE;
        else if (code < INPUT_FIRST)
            key = (uint32_t)code;
        if (key) return key;
    }
}
