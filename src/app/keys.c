#include "app/keys.h"

#include "base/i18n.h"
#include "canvas/canvas.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Present bindings, where the configuration file changed them. Rows are as in keys_table. */
static uint32_t bound[ACTION_COUNT * 2][KEYS_PER_ROW];
static bool changed[ACTION_COUNT * 2];

static const uint32_t *keys_of(const struct key_row *row)
{
    size_t i = (size_t)(row - keys_table);
    return changed[i] ? bound[i] : row->keys;
}

const char *keys_context_name(enum key_context context)
{
    static const char *const names[] = {N_("any"), N_("picture"), N_("list"), N_("predict"),
                                        N_("prompt")};
    return names[context];
}

/* ---- Names of keys ------------------------------------------------------------------------- */

static const struct {
    uint32_t key;
    const char *name; /* as it is shown */
    const char *also; /* as it may be typed */
} named[] = {
    {INPUT_UP, "↑", "Up"},
    {INPUT_DOWN, "↓", "Down"},
    {INPUT_LEFT, "←", "Left"},
    {INPUT_RIGHT, "→", "Right"},
    {INPUT_HOME, "Home", "Home"},
    {INPUT_END, "End", "End"},
    {INPUT_PAGE_UP, "PgUp", "PageUp"},
    {INPUT_PAGE_DOWN, "PgDn", "PageDown"},
    {INPUT_BACKSPACE, "Backspace", "BS"},
    {INPUT_BACK_TAB, "Shift-Tab", "BackTab"},
    {INPUT_SHIFT_UP, "Shift-↑", "Shift-Up"},
    {INPUT_SHIFT_DOWN, "Shift-↓", "Shift-Down"},
    {INPUT_SHIFT_LEFT, "Shift-←", "Shift-Left"},
    {INPUT_SHIFT_RIGHT, "Shift-→", "Shift-Right"},
    {INPUT_F1, "F1", "F1"},
    {INPUT_F10, "F10", "F10"},
    {INPUT_DELETE, "Del", "Delete"},
    {INPUT_TAB, "Tab", "Tab"},
    {INPUT_ENTER, "Enter", "Return"},
    {INPUT_ESCAPE, "Esc", "Escape"},
    {' ', "Space", "Space"},
};

enum { NAMED_COUNT = sizeof named / sizeof *named };

void keys_name(uint32_t key, char out[16])
{
    for (int i = 0; i < NAMED_COUNT; i++)
        if (named[i].key == key) {
            snprintf(out, 16, "%s", named[i].name);
            return;
        }
    if (key < 32)
        snprintf(out, 16, "Ctrl-%c", (int)(key + '@'));
    else
        canvas_encode(key, out);
}

uint32_t keys_parse(const char *name)
{
    for (int i = 0; i < NAMED_COUNT; i++)
        if (strcasecmp(named[i].name, name) == 0 || strcasecmp(named[i].also, name) == 0)
            return named[i].key;
    if ((strncasecmp(name, "ctrl-", 5) == 0 && name[5] && !name[6]) ||
        (name[0] == '^' && name[1] && !name[2])) {
        uint32_t key = KEYS_CONTROL(name[strlen(name) - 1]);
        return key == 13 ? INPUT_ENTER : key;
    }
    uint32_t glyph;
    int bytes = *name ? canvas_decode(name, &glyph) : 0;
    if (bytes == 0 || name[bytes] || (glyph == '?' && *name != '?')) return 0;
    return glyph;
}

/* ---- Look-up ------------------------------------------------------------------------------- */

static bool row_has(const struct key_row *row, uint32_t key, uint32_t *argument)
{
    const uint32_t *keys = keys_of(row);
    for (uint32_t i = 0; i < KEYS_PER_ROW && keys[i]; i++)
        if (keys[i] == key) {
            *argument = i;
            return true;
        }
    return false;
}

const struct key_row *keys_find(uint32_t key, unsigned contexts, uint32_t *argument)
{
    static const enum key_context order[] = {KEYS_PROMPT, KEYS_PREDICT, KEYS_PICTURE, KEYS_LIST,
                                             KEYS_ANY};
    for (size_t c = 0; c < sizeof order / sizeof *order; c++) {
        if (!(contexts & 1u << order[c])) continue;
        for (int i = 0; i < keys_count; i++)
            if (keys_table[i].context == order[c] && row_has(&keys_table[i], key, argument))
                return &keys_table[i];
    }
    return NULL;
}

const struct key_row *keys_row(enum action action)
{
    for (int i = 0; i < keys_count; i++)
        if (keys_table[i].action == action) return &keys_table[i];
    return NULL;
}

const struct key_row *keys_row_named(const char *name)
{
    for (int i = 0; i < keys_count; i++)
        if (strcmp(keys_table[i].name, name) == 0) return &keys_table[i];
    return NULL;
}

void keys_text(const struct key_row *row, const char *between, char *out, size_t size)
{
    const uint32_t *keys = keys_of(row);
    size_t used = 0;
    out[0] = 0;
    if (row->action == ACTION_TEXT) {
        snprintf(out, size, "%s", _("printable keys"));
        return;
    }
    for (int i = 0; i < KEYS_PER_ROW && keys[i] && used < size; i++) {
        char name[16];
        keys_name(keys[i], name);
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? between : "", name);
    }
}

void keys_first(enum action action, char out[16])
{
    const struct key_row *row = keys_row(action);
    out[0] = 0;
    if (row && keys_of(row)[0]) keys_name(keys_of(row)[0], out);
}

bool keys_letter(enum action action, char out[16])
{
    const struct key_row *row = keys_row(action);
    const uint32_t *keys = row ? keys_of(row) : NULL;
    out[0] = 0;
    if (!keys || keys[0] < INPUT_UP || keys[0] > INPUT_RIGHT) return false;
    for (int i = 1; i < KEYS_PER_ROW && keys[i]; i++)
        if (keys[i] > ' ' && keys[i] < 0x7F) {
            keys_name(keys[i], out);
            return true;
        }
    return false;
}

/* ---- Changing and checking ----------------------------------------------------------------- */

/* Do two rows take keys from each other? Predict and prompt lie over the rest on purpose. The keys
 * of a picture or a list would hide those of any: the table has none such, and nobody gets one. */
static bool collide(const struct key_row *a, const struct key_row *b)
{
    const bool over = a->context == KEYS_PICTURE || a->context == KEYS_LIST;
    const bool under = b->context == KEYS_PICTURE || b->context == KEYS_LIST;
    return a->context == b->context || (a->context == KEYS_ANY && under) ||
           (b->context == KEYS_ANY && over);
}

static int check_row(const struct key_row *row, struct error *err)
{
    const uint32_t *keys = keys_of(row);
    char name[16];
    if (!keys[0] && row->action != ACTION_TEXT)
        return error_set(err, "the action %s has no key", row->name);
    for (int k = 0; k < KEYS_PER_ROW && keys[k]; k++)
        for (int i = 0; i < keys_count; i++) {
            const struct key_row *other = &keys_table[i];
            uint32_t at = 0;
            if (!collide(row, other) || !row_has(other, keys[k], &at)) continue;
            if (other == row && at == (uint32_t)k) continue;
            keys_name(keys[k], name);
            return error_set(err, "the key %s is bound to %s and to %s", name, row->name,
                             other->name);
        }
    return 0;
}

int keys_check(struct error *err)
{
    for (int i = 0; i < keys_count; i++)
        if (check_row(&keys_table[i], err) != 0) return -1;
    for (int action = 1; action < ACTION_COUNT; action++)
        if (!keys_row((enum action)action))
            return error_set(err, "action %d is in no row of the table of keys", action);
    return 0;
}

static int parse_list(const char *list, uint32_t keys[KEYS_PER_ROW], struct error *err)
{
    char copy[256], *next = NULL;
    int count = 0;
    if (strlen(list) >= sizeof copy) return error_set(err, "too many keys");
    strcpy(copy, list);
    memset(keys, 0, sizeof *keys * KEYS_PER_ROW);
    for (char *word = strtok_r(copy, " \t", &next); word; word = strtok_r(NULL, " \t", &next)) {
        uint32_t key = keys_parse(word);
        if (!key) return error_set(err, "there is no key named %s", word);
        if (count == KEYS_PER_ROW) return error_set(err, "at most %d keys", KEYS_PER_ROW);
        keys[count++] = key;
    }
    return 0;
}

int keys_bind(const char *name, const char *list, struct error *err)
{
    const struct key_row *row = keys_row_named(name);
    uint32_t keys[KEYS_PER_ROW];
    if (!row) return error_set(err, "there is no action named %s", name);
    if (row->family || row->action == ACTION_TEXT)
        return error_set(err, "the keys of %s cannot be changed", name);
    if (parse_list(list, keys, err) != 0) return -1;
    size_t i = (size_t)(row - keys_table);
    memcpy(bound[i], keys, sizeof keys);
    changed[i] = true;
    return 0;
}

int keys_check_bound(const char *name, struct error *err)
{
    const struct key_row *row = keys_row_named(name);
    return row ? check_row(row, err) : error_set(err, "there is no action named %s", name);
}

void keys_reset(void)
{
    memset(changed, 0, sizeof changed);
}

/* ---- Documents ----------------------------------------------------------------------------- */

/* A key that would end a Markdown cell or start markup. */
static void markdown_keys(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("|*_<>`\\[]", *text)) fputc('\\', out);
        fputc(*text, out);
    }
}

void keys_markdown(FILE *out)
{
    fputs("| context | keys | action | name |\n| --- | --- | --- | --- |\n", out);
    for (int i = 0; i < keys_count; i++) {
        char text[256];
        keys_text(&keys_table[i], " ", text, sizeof text);
        fprintf(out, "| %s | ", keys_context_name(keys_table[i].context));
        markdown_keys(out, text);
        fprintf(out, " | %s | `%s` |\n", keys_table[i].help, keys_table[i].name);
    }
}

/* A long text goes on in another line of input: mandoc wants none over 80 bytes. */
static void man_text(FILE *out, const char *text)
{
    for (int column = 0; *text; text++, column++) {
        if (*text == ' ' && column > 56) {
            fputc('\n', out);
            column = 0;
            continue;
        }
        uint32_t glyph;
        int bytes = canvas_decode(text, &glyph);
        static const struct {
            uint32_t glyph;
            const char *escape;
        } escapes[] = {{'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'^', "\\(ha"}, {'.', "\\&."}};
        const char *escape = NULL;
        for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
            if (escapes[i].glyph == glyph) escape = escapes[i].escape;
        if (escape)
            fputs(escape, out);
        else
            fwrite(text, 1, (size_t)bytes, out);
        text += bytes - 1;
    }
}

void keys_man(FILE *out)
{
    for (int i = 0; i < keys_count; i++) {
        char text[256], spelt[256];
        const char *context = keys_context_name(keys_table[i].context);
        if (i == 0 || keys_table[i].context != keys_table[i - 1].context)
            fprintf(out, ".SS %s\n", context);
        keys_text(&keys_table[i], "  ", text, sizeof text);
        fputs(".TP\n.B \"", out);
        /* a terminal without UTF-8 has other signs for arrows: "v" */
        canvas_spell_keys(text, spelt, sizeof spelt);
        for (const char *s = spelt; *s;) { /* a quotation mark would end the argument */
            char one[5] = {0};
            uint32_t glyph;
            int bytes = canvas_decode(s, &glyph);
            memcpy(one, s, (size_t)bytes);
            man_text(out, one);
            s += bytes;
        }
        fputs("\"\n", out);
        man_text(out, keys_table[i].help);
        fputc('\n', out);
    }
}
