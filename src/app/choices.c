#include "app/choices.h"

#include "app/compare.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "canvas/theme.h"
#include "state/cursor.h"
#include "state/session.h"
#include "view/view.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than these are not read one by one: then it is said from where to where they go. */
enum { NUMBERS_LISTED = 16 };

/* Where the word's number is kept, or is to be. */
static uint32_t *place_of(const struct choices *words, const char *word)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (const char *c = word; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    uint32_t at = hash & (words->place_count - 1);
    while (words->places[at] && strcmp(words->list[words->places[at] - 1], word) != 0)
        at = (at + 1) & (words->place_count - 1);
    return &words->places[at];
}

/* Half of the places stay free. */
static void grow_places(struct choices *words)
{
    if (2 * (words->count + 1) <= words->place_count) return;
    free(words->places);
    words->place_count = words->place_count ? 2 * words->place_count : 64;
    words->places = mem_array(words->place_count, sizeof *words->places);
    for (uint32_t i = 0; i < words->count; i++)
        *place_of(words, words->list[i]) = i + 1;
}

void choices_add(struct choices *words, const char *begun, const char *word)
{
    if (!*word || strncmp(word, begun, strlen(begun)) != 0) return;
    grow_places(words);
    uint32_t *place = place_of(words, word);
    if (*place) return;
    MEM_GROW(words->list, words->count, words->capacity);
    words->list[words->count++] = mem_strdup(word);
    *place = words->count;
}

void choices_fini(struct choices *words)
{
    for (uint32_t i = 0; i < words->count; i++)
        free(words->list[i]);
    free(words->list);
    free(words->places);
    *words = (struct choices){.count = 0};
}

static void add_number(struct choices *words, const char *begun, uint32_t number)
{
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    choices_add(words, begun, text);
}

/* From `least` on, `count` of them. */
static void add_numbers(struct choices *words, const char *begun, uint32_t least, uint32_t count)
{
    for (uint32_t i = 0; i < count && count <= NUMBERS_LISTED; i++)
        add_number(words, begun, least + i);
    if (count > NUMBERS_LISTED)
        snprintf(words->hint, sizeof words->hint, _("from %u to %u"), least, least + count - 1);
}

/* ---- Names ----------------------------------------------------------------------------------- */

void choices_arrays(const struct state *state, const char *text, struct choices *words)
{
    const struct trace_launch *launch = cursor_launch(state_pane(state));
    for (uint32_t i = 0; launch && i < launch->array_count; i++)
        choices_add(words, text, launch->arrays[i].name);
}

void choices_themes(const struct state *state, const char *text, struct choices *words)
{
    (void)state;
    for (int i = 0; i < theme_count; i++)
        choices_add(words, text, theme_table[i].name);
}

void choices_views(const struct state *state, const char *text, struct choices *words)
{
    (void)state;
    for (int i = 0; i < view_count; i++)
        choices_add(words, text, view_table[i]->name);
}

const char *choices_stage(const struct state *state, uint32_t stage)
{
    const struct stage *s = session_stage(state->session, stage);
    return s->name && *s->name ? s->name : s->title ? s->title : "";
}

void choices_stages(const struct state *state, const char *text, struct choices *words)
{
    for (uint32_t i = 0; i < session_count(state->session); i++)
        choices_add(words, text, choices_stage(state, i));
    if (isdigit((unsigned char)*text)) add_numbers(words, text, 1, session_count(state->session));
}

/* "-DNAME=", for what any stage of the session is built with. */
static void add_defines(const struct state *state, const char *text, struct choices *words)
{
    choices_add(words, text, "-D");
    for (uint32_t i = 0; i < session_count(state->session) && strncmp(text, "-D", 2) == 0; i++) {
        char **defines = session_stage(state->session, i)->defines;
        for (; defines && *defines; defines++) {
            char word[128];
            snprintf(word, sizeof word, "-D%.*s=", (int)strcspn(*defines, "="), *defines);
            choices_add(words, text, word);
        }
    }
}

void choices_compare(const struct state *state, const char *text, struct choices *words)
{
    const uint32_t stage = state_pane(state)->stage;
    const bool there = stage < session_count(state->session);
    const struct stage *present = there ? session_stage(state->session, stage) : NULL;
    for (uint32_t i = 0; there && compare_word(i); i++)
        if (session_has(state->session, stage, (enum run_variant)i))
            choices_add(words, text, compare_word(i));
    if (present && present->program && present->variant != RUN_RECORDING)
        add_defines(state, text, words);
    choices_stages(state, text, words);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

void choices_launches(const struct state *state, const char *text, struct choices *words)
{
    const struct trace *trace = state_pane(state)->trace;
    add_numbers(words, text, 0, trace ? trace->launch_count : 0);
}

void choices_blocks(const struct state *state, const char *text, struct choices *words)
{
    const struct trace_launch *launch = cursor_launch(state_pane(state));
    const uint32_t count = launch ? launch->block_count : 0;
    for (uint32_t i = 0; i < count && count <= NUMBERS_LISTED; i++)
        add_number(words, text, launch->blocks[i].index);
    if (count > NUMBERS_LISTED)
        snprintf(words->hint, sizeof words->hint, _("from %u to %u"), launch->blocks[0].index,
                 launch->blocks[count - 1].index);
}

void choices_rounds(const struct state *state, const char *text, struct choices *words)
{
    const bool any = cursor_rounds(state_pane(state)) != 0;
    add_numbers(words, text, 0, any ? cursor_last_round(state) + 1 : 0);
}

void choices_requests(const struct state *state, const char *text, struct choices *words)
{
    const struct view *view = view_table[state->view];
    add_numbers(words, text, 1, view->request_count ? view->request_count(state_pane(state)) : 0);
}

void choices_slots(const struct state *state, const char *text, struct choices *words)
{
    const struct trace_array *array = cursor_array(state_pane(state));
    add_numbers(words, text, 0, array ? array->count : 0);
}

void choices_threads(const struct state *state, const char *text, struct choices *words)
{
    const struct trace_launch *launch = cursor_launch(state_pane(state));
    add_numbers(words, text, 0, launch ? trace_threads(launch) : 0);
}

void choices_lines(const struct state *state, const char *text, struct choices *words)
{
    add_numbers(words, text, 1, cursor_lines(state_pane(state)));
}

void choices_speeds(const struct state *state, const char *text, struct choices *words)
{
    static const char *const speeds[] = {"0.25", "0.5", "1", "2", "4", "8", "16"};
    (void)state;
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        choices_add(words, text, speeds[i]);
}

/* All threads and every other one; they stand between blanks or commas. */
void choices_marks(const struct state *state, const char *text, struct choices *words)
{
    const struct trace_launch *launch = cursor_launch(state_pane(state));
    const uint32_t threads = launch ? trace_threads(launch) : 0;
    char word[32];
    for (const char *c = text; *c; c++)
        if (*c == ' ' || *c == ',') words->from = (size_t)(c - text) + 1;
    text += words->from;
    if (threads < 2) return;
    snprintf(word, sizeof word, "0-%u", threads - 1);
    choices_add(words, text, word);
    snprintf(word, sizeof word, "0-%u/2", (threads - 1) / 2 * 2);
    choices_add(words, text, word);
    if (words->count == 0)
        snprintf(words->hint, sizeof words->hint, _("from %u to %u"), 0, threads - 1);
}

/* ---- What is searched ------------------------------------------------------------------------ */

/* Names in the source that begin so; without a beginning there would be too many. */
static void add_identifiers(const char *source, const char *text, struct choices *words)
{
    while (*source && *text) {
        char word[64];
        size_t length = 0;
        while (isalnum((unsigned char)source[length]) || source[length] == '_')
            length++;
        snprintf(word, sizeof word, "%.*s", (int)length, source);
        if (length && length < sizeof word && !isdigit((unsigned char)*word))
            choices_add(words, text, word);
        source += length ? length : 1;
    }
}

void choices_search(const struct state *state, const char *text, struct choices *words)
{
    const struct pane *pane = state_pane(state);
    const struct trace *trace = pane->trace;
    choices_arrays(state, text, words);
    for (uint32_t i = 0; trace && i < trace->launch_count; i++)
        choices_add(words, text, trace->launches[i].kernel);
    if (trace && pane->cursor.source < trace->source_count)
        add_identifiers(trace->sources[pane->cursor.source].text, text, words);
}

/* ---- Completion ------------------------------------------------------------------------------ */

/* Bytes of the characters that all words have in common. */
static size_t common_length(const struct choices *words)
{
    const char *first = words->list[0];
    size_t same = strlen(first);
    for (uint32_t i = 1; i < words->count; i++) {
        size_t length = 0;
        while (length < same && words->list[i][length] == first[length])
            length++;
        same = length;
    }
    while (same && ((unsigned char)first[same] & 0xC0) == 0x80)
        same--; /* half a character is none */
    return same;
}

/* "stage step", as many as fit; what is left out is told. Between Chinese words one blank would be
 * closed up (text_close_up). */
static void tell_words(struct state *state, const struct choices *words)
{
    enum { MARK = 4 }; /* " …" */
    char text[STATE_TEXT] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < words->count; i++) {
        const char *word = words->list[i];
        const char *gap = !i ? "" : (unsigned char)*word < 0x80 ? " " : "  ";
        if (used + strlen(gap) + strlen(word) + MARK >= sizeof text) {
            strcpy(text + used, " …");
            break;
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", gap, word);
    }
    state_message(state, "%s", text);
}

bool choices_complete(struct state *state, char *text, size_t size, choices_find *find)
{
    struct choices words = {.count = 0};
    find(state, text, &words);
    if (words.count && words.from < size)
        snprintf(text + words.from, size - words.from, "%.*s", (int)common_length(&words),
                 words.list[0]);
    if (words.count > 1) tell_words(state, &words);
    if (words.count == 0 && *words.hint) state_message(state, "%s", words.hint);
    const bool one = words.count == 1;
    choices_fini(&words);
    return one;
}
