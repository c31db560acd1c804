#include "app/prompt.h"

#include "app/command.h"
#include "app/search.h"
#include "app/choices.h"
#include "base/mem.h"
#include "canvas/canvas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void prompt_open(struct state *state, char kind, const char *text)
{
    state->prompt_kind = kind;
    snprintf(state->prompt, sizeof state->prompt, "%s", text);
    state->prompt_history_at = state->prompt_history_count;
    state->playing = false;
}

void prompt_close(struct state *state)
{
    state->prompt_kind = 0;
    state->prompt[0] = 0;
}

void prompt_type(struct state *state, uint32_t glyph)
{
    char bytes[5];
    size_t length = strlen(state->prompt), more;
    if (glyph < 0x20 || glyph > 0x10FFFF) return;
    more = (size_t)canvas_encode(glyph, bytes);
    if (length + more + 1 > sizeof state->prompt) return;
    memcpy(state->prompt + length, bytes, more + 1);
}

void prompt_delete(struct state *state)
{
    size_t length = strlen(state->prompt);
    if (length == 0) {
        prompt_close(state);
        return;
    }
    do {
        length--;
    } while (length && (state->prompt[length] & 0xC0) == 0x80);
    state->prompt[length] = 0;
}

/* Back to the blank before it, as shells do. */
void prompt_delete_word(struct state *state)
{
    size_t length = strlen(state->prompt);
    while (length && state->prompt[length - 1] == ' ')
        length--;
    while (length && state->prompt[length - 1] != ' ')
        length--;
    state->prompt[length] = 0;
}

void prompt_complete(struct state *state)
{
    if (state->prompt_kind == ':')
        commands_complete(state, state->prompt, sizeof state->prompt);
    else
        choices_complete(state, state->prompt, sizeof state->prompt, choices_search);
}

static void remember(struct state *state, char kind, const char *text)
{
    char entry[STATE_TEXT + 1];
    snprintf(entry, sizeof entry, "%c%s", kind, text);
    if (!*text) return;
    if (state->prompt_history_count &&
        strcmp(state->prompt_history[state->prompt_history_count - 1], entry) == 0)
        return;
    if (state->prompt_history_count == STATE_HISTORY) {
        free(state->prompt_history[0]);
        memmove(state->prompt_history, state->prompt_history + 1,
                (STATE_HISTORY - 1) * sizeof *state->prompt_history);
        state->prompt_history_count--;
    }
    state->prompt_history[state->prompt_history_count++] = mem_strdup(entry);
}

void prompt_recall(struct state *state, int direction)
{
    int at = state->prompt_history_at + direction;
    while (at >= 0 && at < state->prompt_history_count &&
           state->prompt_history[at][0] != state->prompt_kind)
        at += direction;
    if (at < 0) return;
    if (at >= state->prompt_history_count) {
        state->prompt_history_at = state->prompt_history_count;
        state->prompt[0] = 0;
        return;
    }
    state->prompt_history_at = at;
    snprintf(state->prompt, sizeof state->prompt, "%s", state->prompt_history[at] + 1);
}

void prompt_do(struct state *state)
{
    char kind = state->prompt_kind, text[STATE_TEXT];
    snprintf(text, sizeof text, "%s", state->prompt);
    prompt_close(state);
    remember(state, kind, text);
    if (kind == '/')
        search_text(state, text);
    else
        commands_run(state, text);
}
