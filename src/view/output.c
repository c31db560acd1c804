/* What the program printed, and how it ended. */
#include "base/i18n.h"
#include "view/page.h"
#include "view/text.h"
#include "view/view.h"

#include <stdio.h>
#include <string.h>

extern const struct view view_output;

static void compose(const struct pane *pane, struct str *text)
{
    const struct trace *trace = pane->trace;
    if (!trace) return;
    if (*trace->output) {
        text_add_plain(text, trace->output, 8);
        if (text->text[text->length - 1] != '\n') str_addc(text, '\n');
    } else {
        str_adds(text, _("(nothing on standard output)"));
        str_addc(text, '\n');
    }
    if (*trace->errors) {
        str_addf(text, "\n%s\n", _("on standard error:"));
        text_add_plain(text, trace->errors, 8);
        if (text->text[text->length - 1] != '\n') str_addc(text, '\n');
    }
    str_addc(text, '\n');
    if (trace->timed_out)
        str_adds(text, _("The program was stopped: its time was up."));
    else if (trace->exit_status > 128)
        str_addf(text, _("The program was ended by signal %d (%s)."), trace->exit_status - 128,
                 strsignal(trace->exit_status - 128));
    else
        str_addf(text, _("The program ended with status %d."), trace->exit_status);
}

static void draw(const struct state *state, const struct pane *pane, struct canvas *canvas,
                 struct rect area)
{
    page_draw(state, pane, canvas, area, compose);
}

static void move(const struct pane *pane, struct cursor *cursor, int dx, int dy, bool large)
{
    (void)dx;
    page_move(pane, cursor, dy, large, compose);
}

static void selection(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    page_place(pane, out, size, compose);
}

/* Of a program that measures with events the emulator has no real times to print. */
static bool asks_for_times(const struct trace *trace)
{
    if (trace->backend != TRACE_EMULATOR) return false;
    for (uint32_t i = 0; i < trace->source_count; i++)
        if (strstr(trace->sources[i].text, "cudaEventElapsedTime")) return true;
    return false;
}

static void sentence(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    const struct trace *trace = pane->trace;
    if (!trace) return;
    int used = snprintf(out, (size_t)size,
                        _("What %s printed: %zu bytes on standard output, %zu on standard "
                          "error."),
                        trace->program, strlen(trace->output), strlen(trace->errors));
    if (asks_for_times(trace) && used < size)
        snprintf(out + used, (size_t)(size - used),
                 _(" Times between events are the model's: of kernels alone, copies take none."));
}

const struct view view_output = {
    .name = N_("output"),
    .about = N_("what the program printed and how it ended"),
    .sort = VIEW_LIST,
    .step = STEP_ROW,
    .tells_all = true,
    .opens = view_always,
    .draw = draw,
    .sentence = sentence,
    .selection = selection,
    .move = move,
};
