/* typed.c - from what curses reads to keys: sequences it does not know, clicks, pastes. */
#include "ui/typed.h"

#include "app/keys.h"
#include "ui/handover.h"
#include "ui/terminal.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <poll.h>
#include <string.h>
#include <term.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#undef columns /* <term.h> has macros for all capabilities */

/* Where a paste is. One that stalls may go on, or its end was lost: what comes behind the stall at
 * once is part of it still, until nothing has come for a while again; what comes alone is a key. */
enum paste { PASTE_NONE, PASTE_COMES, PASTE_STALLED, PASTE_GOES_ON };

static struct {
    uint32_t shift[8]; /* curses codes of shifted arrows that have no KEY_ name */
    struct { /* a sequence whose end has not come: however late, it is no key of its own */
        bool open, private; /* "ESC [ ?", "ESC [ <": not keys */
        wint_t introducer;
        int numbers[2], at, length;
    } sequence;
    struct {                /* what the terminal says of itself, although nobody asked */
        bool open, escaped; /* "ESC" of its end has come */
        int length;
        double last; /* when something of it came, in seconds */
    } answer;
    struct {         /* a click in the form of old: "ESC [ M" and characters that are no keys */
        int left;    /* how many are still to come */
        double last; /* when it came, in seconds */
    } click;
    double escaped; /* when an ESC came alone */
    WINDOW *keys;   /* where keys are read: a pad, for which curses never draws by itself */
    enum paste paste;
    bool pasted_line; /* the end of its first line has come */
    int end_seen;     /* how many characters of the mark of its end have just come */
} self;

static const struct {
    const char *name;
    uint32_t key;
} shifted[] = {{"kUP", INPUT_SHIFT_UP},
               {"kDN", INPUT_SHIFT_DOWN},
               {"kri", INPUT_SHIFT_UP},
               {"kind", INPUT_SHIFT_DOWN}};

enum { SHIFTED_COUNT = sizeof shifted / sizeof *shifted };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void typed_begin(void)
{
    self.keys = newpad(1, 1); /* goes with curses' screen */
    keypad(self.keys, TRUE);
    nodelay(self.keys, TRUE);
    self.paste = PASTE_NONE;
    self.sequence.open = self.answer.open = false;
    self.click.left = 0;
    self.escaped = 0;
    for (int i = 0; i < SHIFTED_COUNT; i++) {
        const char *text = handover_capability(shifted[i].name);
        int code = text ? key_defined(text) : 0;
        self.shift[i] = code > 0 ? (uint32_t)code : 0;
    }
}

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

/* One more character of a sequence: the key that it means, 0 for none or when more is to come. */
static uint32_t go_on_sequence(wint_t code)
{
    enum { PASTE = 200, LONGEST = 32, CLICK_LENGTH = 3 };
    const int at = self.sequence.at;
    int *number = &self.sequence.numbers[at < 2 ? at : 0];
    if (code >= '0' && code <= '9' && at < 2 && *number < 1000)
        *number = *number * 10 + (int)(code - '0');
    if (code == ';') self.sequence.at++;
    if (code >= '<' && code <= '?') self.sequence.private = true;
    bool ended = code >= 0x40 && code <= 0x7E;
    if (code == 'M' && self.sequence.length == 0 && self.sequence.introducer == '[') {
        self.click.left = CLICK_LENGTH;
        self.click.last = now();
    }
    self.sequence.open = !ended && ++self.sequence.length < LONGEST;
    if (!ended) return 0;
    if (code == '~' && self.sequence.numbers[0] == PASTE) {
        self.paste = PASTE_COMES;
        self.pasted_line = false;
        self.end_seen = 0;
        return 0;
    }
    if (self.sequence.private) return 0;
    return sequence_key(self.sequence.introducer, code, self.sequence.numbers);
}

/* ---- Answers --------------------------------------------------------------------------------- */

enum { SOON_MS = 200 }; /* between the pieces of what the terminal sends at once */

/* What comes next, if it comes before long. */
static int next_within(int patience_ms, wint_t *code)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    int kind = wget_wch(self.keys, code);
    if (kind == ERR && poll(&in, 1, patience_ms) > 0) kind = wget_wch(self.keys, code);
    return kind;
}

static void put_back(int kind, wint_t code)
{
    if (kind == OK) unget_wch((wchar_t)code);
    if (kind == KEY_CODE_YES) ungetch((int)code);
}

/* Does a terminal's answer begin behind ESC and this: "]11;", "P1$r", "_G"? Else all are keys. */
static bool begins_answer(wint_t introducer)
{
    enum { HEAD = 6 };
    wint_t code = 0, seen[HEAD];
    int kind, count = 0;
    bool digit = true;
    while ((kind = next_within(SOON_MS, &code)) == OK) {
        seen[count++] = code;
        digit = introducer == ']' && code >= '0' && code <= '9';
        if (!digit || count == HEAD) break;
    }
    bool begins = kind == OK && !digit;
    if (introducer == ']') begins = begins && count > 1 && code == ';';
    if (introducer == 'P') begins = begins && code < 128 && strchr("0123456789$+>!|", (int)code);
    if (begins) return true;
    if (kind != OK) put_back(kind, code);
    while (count)
        put_back(OK, seen[--count]);
    return false;
}

/* One more character of an answer, which ends with ESC \ or ^G. False: it is none any more, and
 * this is a key: its end was lost when nothing has come for a while, or what is never in one. */
static bool go_on_answer(int kind, wint_t code)
{
    enum { LONGEST = 1 << 16, BELL = 7, ESCAPE = 27 };
    static const double patience = 1;
    const bool escaped = self.answer.escaped, late = now() - self.answer.last > patience;
    wint_t next;
    self.answer.last = now();
    self.answer.open = self.answer.escaped = false;
    if (late || kind != OK || ++self.answer.length > LONGEST) return false;
    if (escaped || code == BELL) return code == '\\' || code == BELL;
    if (code < ' ' && code != ESCAPE) return false;
    if (code == ESCAPE) {
        kind = next_within(SOON_MS, &next);
        if (kind == OK && next == '\\') return true;
        put_back(kind, next);
        if (kind != ERR) return false;
        self.answer.escaped = true;
    }
    self.answer.open = true;
    return true;
}

/* ---- Behind an ESC --------------------------------------------------------------------------- */

/* False: no sequence, what stands there are keys. Else the key it means as far as it has come. */
static bool open_sequence(wint_t introducer, uint32_t *key)
{
    wint_t code;
    *key = 0;
    if (introducer == ']' || introducer == 'P' || introducer == '_') {
        if (!begins_answer(introducer)) return false;
        self.answer.open = true;
        self.answer.escaped = false;
        self.answer.length = 0;
        self.answer.last = now();
        return true;
    }
    if (introducer != '[' && introducer != 'O') return false;
    int kind = next_within(SOON_MS, &code);
    if (kind == ERR) return false;
    if (kind != OK) return true;
    memset(&self.sequence, 0, sizeof self.sequence);
    self.sequence.introducer = introducer;
    *key = go_on_sequence(code);
    return true;
}

/* A sequence, as far as it has come; 0 for one that means nothing yet. */
static uint32_t read_sequence(void)
{
    wint_t introducer;
    uint32_t key;
    int kind = wget_wch(self.keys, &introducer);
    if (kind == ERR) {
        self.escaped = now();
        return INPUT_ESCAPE;
    }
    if (kind == KEY_CODE_YES) return 0;
    if (open_sequence(introducer, &key)) return key;
    unget_wch((wchar_t)introducer);
    return INPUT_ESCAPE;
}

/* Has the ESC of what comes now been taken for a key because it came in a piece of its own? Nobody
 * types two more keys so soon. */
static bool behind_escape(void)
{
    bool is = now() - self.escaped < SOON_MS * 1e-3;
    self.escaped = 0;
    return is;
}

/* ---- Pastes ---------------------------------------------------------------------------------- */

/* What came behind the beginning of a paste: a character of its first line, its end, or 0. Nothing
 * in it is a key; its end is told apart by its characters alone, whether or not they come at once.
 * (^C and ^Z never come here: the terminal's line makes signals of them, in a paste, too.) */
static uint32_t pasted(int kind, wint_t code)
{
    static const char end[] = "\033[201~";
    if (self.paste == PASTE_STALLED) self.paste = PASTE_GOES_ON;
    if (kind != OK) { /* a sequence that curses knows; clicks are not to be kept for later */
        MEVENT event;
        self.end_seen = 0;
        if (code == KEY_MOUSE) getmouse(&event);
        return 0;
    }
    self.end_seen = code == (wint_t)end[self.end_seen] ? self.end_seen + 1 : code == (wint_t)*end;
    if (end[self.end_seen] == 0) {
        self.paste = PASTE_NONE;
        return TERMINAL_PASTE_END;
    }
    if (code == '\r' || code == '\n') self.pasted_line = true;
    if (self.end_seen || self.pasted_line) return 0;
    if (code < ' ' || code == 127 || code >= INPUT_FIRST) return 0;
    return TERMINAL_PASTED | (uint32_t)code;
}

/* Do these characters behind an ESC make one key? The end of a paste is none. */
static bool is_sequence(const wint_t *seen, int count)
{
    static const char end[] = "[201~";
    int same = 0;
    if (count < 2 || (seen[0] != '[' && seen[0] != 'O')) return false;
    while (same < count && end[same] && seen[same] == (wint_t)end[same])
        same++;
    if (same == count) return false;
    for (int i = 1; i < count - 1; i++)
        if (seen[i] < 0x20 || seen[i] > 0x3F) return false;
    return seen[count - 1] >= 0x40 && seen[count - 1] <= 0x7E;
}

/* Is nothing behind what has just been read, or only the rest of its sequence? A key is pressed by
 * itself, a paste comes in pieces of many characters. */
static bool came_alone(int kind, wint_t code)
{
    enum { PATIENCE_MS = 50, LONGEST = 16 };
    const bool escape = kind == OK && code == 27;
    wint_t next = 0, seen[LONGEST];
    int count = 0;
    while ((kind = next_within(PATIENCE_MS, &next)) == OK && escape && count < LONGEST)
        seen[count++] = next;
    const bool alone = kind == ERR && (count == 0 || is_sequence(seen, count));
    put_back(kind, next);
    while (count)
        put_back(OK, seen[--count]);
    return alone;
}

bool terminal_pasting(void)
{
    return self.paste == PASTE_COMES || self.paste == PASTE_GOES_ON;
}

bool terminal_paste_pauses(void)
{
    self.paste = self.paste == PASTE_COMES ? PASTE_STALLED : PASTE_NONE;
    return self.paste == PASTE_STALLED;
}

/* ---- One key --------------------------------------------------------------------------------- */

/* Seconds for the rest of a click that comes in pieces. */
static const double click_patience = 1;

static uint32_t key_of(int kind, wint_t code, struct terminal_click *click)
{
    uint32_t key;
    if (kind == KEY_CODE_YES && code == KEY_RESIZE) return TERMINAL_RESIZED;
    if (self.paste == PASTE_STALLED && came_alone(kind, code)) self.paste = PASTE_NONE;
    if (self.paste) return pasted(kind, code);
    if (self.click.left && now() - self.click.last < click_patience) {
        self.click.left--;
        return 0;
    }
    self.click.left = 0;
    if (self.answer.open && go_on_answer(kind, code)) return 0;
    if (self.sequence.open && kind == OK && code != 27) return go_on_sequence(code);
    self.sequence.open = false;
    if (kind == KEY_CODE_YES) return code == KEY_MOUSE ? mouse_event(click) : translate(code);
    if (code == 27) return read_sequence();
    if (behind_escape() && open_sequence(code, &key)) return key;
    if (code == '\r') return INPUT_ENTER;
    if (code == 127 || code == 8) return INPUT_BACKSPACE;
    return code < INPUT_FIRST ? (uint32_t)code : 0;
}

uint32_t terminal_key(struct terminal_click *click)
{
    wint_t code;
    int kind;
    while ((kind = wget_wch(self.keys, &code)) !=
           ERR) { /* keys that mean nothing to us are passed over */
        uint32_t key = key_of(kind, code, click);
        if (key) return key;
    }
    return 0;
}
