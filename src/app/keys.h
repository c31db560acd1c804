/* keys.h - the one table of keys. Help, footer, man page and README are made from it.
 *
 * A key is a Unicode code point, a control character or one of the codes below; the terminal
 * renderer translates what curses gives it. Bindings can be changed by the configuration file. */
#ifndef SYNCSTEP_APP_KEYS_H
#define SYNCSTEP_APP_KEYS_H

#include "app/action.h"
#include "base/error.h"

#include <stdio.h>

enum input {
    INPUT_TAB = 9,
    INPUT_ENTER = 10,
    INPUT_ESCAPE = 27,
    INPUT_FIRST = 0x110000, /* above Unicode */
    INPUT_UP = INPUT_FIRST,
    INPUT_DOWN,
    INPUT_LEFT,
    INPUT_RIGHT,
    INPUT_HOME,
    INPUT_END,
    INPUT_PAGE_UP,
    INPUT_PAGE_DOWN,
    INPUT_BACKSPACE,
    INPUT_BACK_TAB,
    INPUT_SHIFT_UP,
    INPUT_SHIFT_DOWN,
    INPUT_SHIFT_LEFT,
    INPUT_SHIFT_RIGHT,
    INPUT_F1,
    INPUT_F10,
    INPUT_DELETE,
    INPUT_LAST
};

#define KEYS_CONTROL(letter) ((uint32_t)(letter)&0x1F)

enum key_context {
    KEYS_ANY,
    KEYS_PICTURE,
    KEYS_LIST,
    KEYS_PREDICT,
    KEYS_PROMPT,
    KEYS_CONTEXT_COUNT
};

enum { KEYS_PER_ROW = 10 };

struct key_row {
    enum key_context context;
    enum action action;
    const char *name;            /* for ":" and the configuration file: "next-stage" */
    uint32_t keys[KEYS_PER_ROW]; /* ended by 0 unless full */
    bool family;                 /* each key is a case of the action (digits); not rebindable */
    const char *help;            /* one line */
};

extern const struct key_row keys_table[];
extern const int keys_count;

const char *keys_context_name(enum key_context context);
/* "→", "Ctrl-L", "F10", "Space", "a". The text is UTF-8 in `out`. */
void keys_name(uint32_t key, char out[16]);
/* The key a name stands for ("right", "→", "Ctrl-L", "x"), 0 if none. */
uint32_t keys_parse(const char *name);

/* The row that `key` means when `contexts` (a bit per context) are in force; the most special
 * context wins: prompt, predict, list and picture, any. Returns NULL if unbound. */
const struct key_row *keys_find(uint32_t key, unsigned contexts, uint32_t *argument);
/* The row of an action, the first in the table; by its name; NULL if there is none. */
const struct key_row *keys_row(enum action action);
const struct key_row *keys_row_named(const char *name);
/* Names of all keys bound to a row now, separated by `between`. */
void keys_text(const struct key_row *row, const char *between, char *out, size_t size);
/* The name of the first key bound to an action now, "" if none. */
void keys_first(enum action action, char out[16]);
/* The first one that is a sign of ASCII, if the first of all is an arrow: a short name in ASCII, in
 * which arrows are words; false if there is none. */
bool keys_letter(enum action action, char out[16]);

/* Changes the keys of the action `name` to those listed, separated by spaces. Refuses unknown
 * names and keys. */
int keys_bind(const char *name, const char *list, struct error *err);
/* Once all are as they are to be, so that keys can be exchanged: -1 and err where a key of this
 * action is another's, too, in the same context, or it has none. */
int keys_check_bound(const char *name, struct error *err);
void keys_reset(void);
/* Duplicates and unbound actions in the present bindings: -1 and what is wrong. */
int keys_check(struct error *err);

/* The table as Markdown rows (README) and as man-page source. */
void keys_markdown(FILE *out);
void keys_man(FILE *out);

#endif
