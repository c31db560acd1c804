/* The device the program saw, as cudaGetDeviceProperties gave it. */
#include "base/i18n.h"
#include "view/page.h"
#include "view/view.h"

#include <stdio.h>

extern const struct view view_device;

enum { LABEL_COLUMNS = 34 };

static void add_row(struct str *text, const char *label, const char *value)
{
    str_adds(text, label);
    for (int column = canvas_width(label); column < LABEL_COLUMNS; column++)
        str_addc(text, ' ');
    str_addf(text, " %s\n", value);
}

static void add_count(struct str *text, const char *label, uint64_t value)
{
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)value);
    if (value) add_row(text, label, number);
}

/* Bytes with the largest binary unit that divides or suits it, and exactly. */
static void add_bytes(struct str *text, const char *label, uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    char number[64];
    double scaled = (double)bytes;
    int unit = 0;
    while (scaled >= 1024 && unit < 4) {
        scaled /= 1024;
        unit++;
    }
    if (!bytes) return;
    if (unit == 0)
        snprintf(number, sizeof number, "%llu B", (unsigned long long)bytes);
    else
        snprintf(number, sizeof number, "%.4g %s (%llu)", scaled, units[unit],
                 (unsigned long long)bytes);
    add_row(text, label, number);
}

static void add_megahertz(struct str *text, const char *label, uint32_t khz)
{
    char number[32];
    snprintf(number, sizeof number, "%.4g MHz", khz / 1000.0);
    if (khz) add_row(text, label, number);
}

static void add_dim(struct str *text, const char *label, const uint32_t dim[3])
{
    char number[64];
    snprintf(number, sizeof number, "%u x %u x %u", dim[0], dim[1], dim[2]);
    if (dim[0]) add_row(text, label, number);
}

static void compose(const struct pane *pane, struct str *text)
{
    const struct trace *trace = pane->trace;
    char version[32];
    if (!trace) return;
    const struct trace_device *device = &trace->device;
    add_row(text, _("name"), device->name);
    add_row(text, _("back end"), trace->backend == TRACE_GPU ? _("GPU") : _("emulator"));
    snprintf(version, sizeof version, "%u.%u", device->major, device->minor);
    add_row(text, _("compute capability"), version);
    add_count(text, _("multiprocessors"), device->multiprocessors);
    add_count(text, _("threads in a warp"), device->warp_size);
    add_count(text, _("threads in a block, at most"), device->max_threads_per_block);
    add_dim(text, _("block, at most"), device->max_threads_dim);
    add_dim(text, _("grid, at most"), device->max_grid);
    add_count(text, _("threads on a multiprocessor"), device->max_threads_per_multiprocessor);
    add_count(text, _("blocks on a multiprocessor"), device->max_blocks_per_multiprocessor);
    add_bytes(text, _("global memory"), device->global_bytes);
    add_bytes(text, _("shared memory of a block"), device->shared_bytes_per_block);
    add_bytes(text, _("shared memory of a multiprocessor"),
              device->shared_bytes_per_multiprocessor);
    add_bytes(text, _("constant memory"), device->constant_bytes);
    add_bytes(text, _("level 2 cache"), device->l2_bytes);
    add_count(text, _("registers of a block"), device->registers_per_block);
    add_megahertz(text, _("clock"), device->clock_khz);
    add_megahertz(text, _("memory clock"), device->memory_clock_khz);
    add_count(text, _("memory bus, bits"), device->memory_bus_bits);
    add_bytes(text, _("largest pitch"), device->memory_pitch);
    add_bytes(text, _("texture alignment"), device->texture_alignment);
    if (*device->driver) add_row(text, _("driver"), device->driver);
    if (*device->runtime) add_row(text, _("CUDA run-time"), device->runtime);
    add_row(text, _("compiler"), trace->compiler);
    if (*trace->schedule) add_row(text, _("thread order"), _(trace->schedule));
    if (*trace->recorded) add_row(text, _("recorded"), trace->recorded);
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

static void sentence(const struct state *state, const struct pane *pane, char *out, int size)
{
    (void)state;
    if (!pane->trace) return;
    if (pane->trace->backend == TRACE_EMULATOR)
        snprintf(out, (size_t)size, "%s",
                 _("The emulator runs on the CPU: these figures are what it tells the program. "
                   "Times of this device are model units, never nanoseconds."));
    else
        snprintf(out, (size_t)size, _("The program ran on this device: %s."),
                 pane->trace->device.name);
}

const struct view view_device = {
    .name = N_("device"),
    .about = N_("properties of the device the program saw"),
    .sort = VIEW_LIST,
    .step = STEP_ROW,
    .draw = draw,
    .sentence = sentence,
    .selection = selection,
    .move = move,
};
