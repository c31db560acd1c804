/* What the form in two dimensions says of the selected thread and of its warp. */
#include "analysis/request.h"
#include "analysis/sentence.h"
#include "base/i18n.h"
#include "base/str.h"
#include "view/tree_2d.h"

#include <stdarg.h>
#include <stdio.h>

static void add_counted(struct str *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_counted(struct str *out, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    i18n_counted_list(text, sizeof text, format, arguments);
    va_end(arguments);
    str_adds(out, text);
}

/* Rows of the block that the warp is. */
static void add_warp(const struct tree *tree, uint32_t warp, struct str *out)
{
    uint32_t first[3], last[3], end = (warp + 1) * TRACE_LANES - 1;
    if (end >= trace_threads(tree->launch)) end = trace_threads(tree->launch) - 1;
    round_thread_xyz(tree->launch, warp * TRACE_LANES, first);
    round_thread_xyz(tree->launch, end, last);
    if (tree->launch->block[1] == 1 || tree->launch->block[2] > 1) /* rows of several planes */
        str_addf(out, _(" Warp %u:"), warp);
    else if (first[1] == last[1])
        str_addf(out, _(" Warp %u = row %u:"), warp, first[1]);
    else if (first[1] + 1 == last[1])
        str_addf(out, _(" Warp %u = rows %u, %u:"), warp, first[1], last[1]);
    else
        str_addf(out, _(" Warp %u = rows %u to %u:"), warp, first[1], last[1]);
}

/* What one access gives to the warp; returns the passes that it takes. */
static uint32_t add_access(const struct tree *tree, const struct plane_access *access, bool first,
                           struct str *out)
{
    const struct trace_request *request = &tree->launch->requests[access->request];
    const char *name = tree->launch->arrays[access->array].name;
    uint64_t address[TRACE_LANES];
    struct request_cost cost;
    request_cost(tree->trace, tree->launch, request_lead(tree->launch, request), NULL, &cost);
    request_addresses(tree->trace, tree->launch, request, address);
    uint32_t words = request_distinct(address, request->mask, request->width) / 4;
    if (!first)
        add_counted(out, _(", %s %u {word|words}"), name, words);
    else if (access->kind == TRACE_LOAD)
        add_counted(out, _(" %s gives %u {word|words} to %u {lane|lanes}"), name, words,
                    cost.lanes);
    else
        add_counted(out, _(" %u {lane fills|lanes fill} %u {word|words} of %s"), cost.lanes, words,
                    name);
    return cost.passes;
}

/* " 6 requests take 12 passes." */
static void add_sum(const struct tree *tree, const struct plane_accesses *all, struct str *out)
{
    uint32_t requests = 0, passes = 0;
    for (uint32_t i = all->turn[0]; i <= all->turn[1]; i++) {
        const struct trace_request *request = &tree->launch->requests[all->list[i].request];
        struct request_cost cost;
        request_cost(tree->trace, tree->launch, request_lead(tree->launch, request), NULL, &cost);
        requests++;
        passes += cost.passes;
    }
    add_counted(out, _(" %u {request takes|requests take} %u {pass|passes}."), requests, passes);
}

/* " Warp 1 = rows 2, 3: As gives 2 words to 32 lanes, Bs 16 words: 1 pass each." */
static void add_warp_cost(const struct tree *tree, const struct plane_accesses *all,
                          struct str *out)
{
    uint32_t count = all->turn[1] - all->turn[0] + 1, passes[2] = {0};
    add_warp(tree, tree->pane->cursor.thread / TRACE_LANES, out);
    if (count > 2 || all->list[all->turn[0]].kind != all->list[all->turn[1]].kind) {
        add_sum(tree, all, out);
        return;
    }
    for (uint32_t i = 0; i < count && i < 2; i++)
        passes[i] = add_access(tree, &all->list[all->turn[0] + i], i == 0, out);
    if (count == 1)
        str_addf(out, passes[0] == 1 ? _(": %u pass.") : _(": %u passes."), passes[0]);
    else if (passes[0] == passes[1])
        str_addf(out, passes[0] == 1 ? _(": %u pass each.") : _(": %u passes each."), passes[0]);
    else
        add_counted(out, _(": %u and %u {pass|passes}."), passes[0], passes[1]);
}

/* Of the thread's own stores to the slot: how many come before access `end` of its list. */
static uint32_t own_stores(const struct plane_accesses *all, uint32_t access, uint32_t end)
{
    const struct plane_access *a = &all->list[access];
    uint32_t stores = 0;
    for (uint32_t i = 0; i < end; i++)
        stores += all->list[i].kind != TRACE_LOAD && all->list[i].array == a->array &&
                  all->list[i].slot == a->slot;
    return stores;
}

/* What was read or written then; false where that was not kept and does not follow from what the
 * slot held at the barriers. */
static bool value_then(const struct tree *tree, const struct plane_accesses *all, uint32_t access,
                       char *out, size_t size)
{
    const struct plane_access *a = &all->list[access];
    const struct trace_request *request = &tree->launch->requests[a->request];
    const struct trace_array *array = &tree->launch->arrays[a->array];
    const unsigned lane = tree->pane->cursor.thread % TRACE_LANES;
    const uint8_t *kept =
        request->mask >> lane & 1 ? round_lane_value(tree->launch, request, lane) : NULL;
    if (kept && array->count && request->width == array->bytes / array->count) {
        trace_format_value(tree->trace, array->type, kept, out, size);
        return true;
    }
    const struct round_slot *slot =
        &tree->round->slots[round_slot_number(tree->round, a->array, a->slot)];
    const uint32_t before = own_stores(all, access, access),
                   stores = own_stores(all, access, all->count);
    uint32_t index = tree->index;
    if (slot->writes) {
        if (slot->many_writers || slot->writer != tree->pane->cursor.thread) return false;
        const bool last = a->kind == TRACE_LOAD ? before == stores : before + 1 == stores;
        if (!last && (before || a->kind != TRACE_LOAD || index == 0)) return false;
        index -= !last;
    }
    tree_value(tree, a->array, a->slot, index, out, size);
    return true;
}

/* Items of the accesses of one kind: the first, ", the next", " and the last"; each slot once. */
static uint32_t add_items(const struct tree *tree, const struct plane_accesses *all, bool loads,
                          struct str *out)
{
    char items[8][2 * TREE_TEXT + 8];
    uint32_t count = 0, all_slots = 0;
    for (uint32_t i = all->turn[0]; i <= all->turn[1]; i++) {
        const struct plane_access *access = &all->list[i];
        char name[TREE_TEXT], value[TREE_TEXT];
        bool seen = (access->kind == TRACE_LOAD) != loads;
        for (uint32_t k = all->turn[0]; k < i && !seen; k++)
            seen = (all->list[k].kind == TRACE_LOAD) == loads &&
                   all->list[k].array == access->array && all->list[k].slot == access->slot;
        if (seen || all_slots++ >= sizeof items / sizeof *items) continue;
        tree_slot_name(tree, access->array, access->slot, name, sizeof name);
        const bool known = value_then(tree, all, i, value, sizeof value);
        snprintf(items[count++], sizeof *items, known ? "%s = %s" : "%s", name, value);
    }
    const bool more = all_slots > count;
    for (uint32_t i = 0; i < count; i++)
        str_addf(out, !i ? "%s" : i + 1 == count && !more ? _(" and %s") : _(", %s"), items[i]);
    if (more) str_adds(out, _(" and others"));
    return count;
}

/* "As[2][1] = 9 and Bs[1][1] = 9"; where the thread then writes on that line: " and writes ..." */
static void add_values(const struct tree *tree, const struct plane_accesses *all, struct str *out)
{
    struct str stores;
    str_init(&stores);
    const bool reads = add_items(tree, all, true, out) > 0;
    if (add_items(tree, all, false, &stores))
        str_addf(out, reads ? _(" and writes %s") : "%s", stores.text);
    str_fini(&stores);
}

static uint32_t turn_number(const struct plane_accesses *all)
{
    uint32_t turn = 0;
    for (uint32_t i = 0; i <= all->turn[0]; i++)
        turn += all->list[i].site == all->list[all->turn[0]].site;
    return turn;
}

void tree_plane_sentence(const struct tree *tree, char *out, size_t size)
{
    struct plane_accesses all = plane_accesses(tree);
    char who[64], nth[32];
    struct str text, values;
    out[0] = '\0';
    if (all.count) {
        str_init(&text);
        str_init(&values);
        sentence_thread(tree->launch, tree->pane->cursor.thread, who, sizeof who);
        if (who[0] >= 'a' && who[0] <= 'z') who[0] = (char)(who[0] - 'a' + 'A');
        tree_ordinal(turn_number(&all), nth, sizeof nth);
        const struct plane_access *first = &all.list[all.turn[0]];
        str_addf(&values,
                 first->kind == TRACE_LOAD ? _("%s, line %u for the %s time: reads ")
                                           : _("%s, line %u for the %s time: writes "),
                 who, plane_access_line(tree, first), nth);
        add_values(tree, &all, &values);
        str_addf(&text, _("%s."), values.text);
        add_warp_cost(tree, &all, &text);
        snprintf(out, size, "%s", text.text);
        str_fini(&values);
        str_fini(&text);
    }
    plane_accesses_free(&all);
}

void tree_plane_selection(const struct tree *tree, uint32_t requests, char *out, size_t size)
{
    const struct cursor *c = &tree->pane->cursor;
    const int rounds = (int)tree->launch->blocks[tree->block].rounds,
              columns = tree->state->columns;
    const uint32_t at = c->request < requests ? c->request : requests - 1;
    static const char *const contents[CELL_CONTENT_COUNT] = {
        N_("   + values"), N_("   + what they hold"), N_("   + who wrote it")};
    const char *values = tree_plane_marks(tree) ? _(contents[tree->state->content]) : "";
    char who[64];
    sentence_thread(tree->launch, c->thread, who, sizeof who);
    snprintf(out, size, _("%s, request %u of %u: █ now  ■ its warp  ░ this round%s"), who, at + 1,
             requests, values);
    /* the rounds stand beside it */
    if (canvas_width(out) + 2 * rounds + 8 > columns)
        snprintf(out, size, _("%s: █ now  ■ its warp  ░ this round%s"), who, values);
    if (canvas_width(out) + 16 > columns)
        snprintf(out, size, _("%s: █ now  ■ its warp  ░ this round%s"), who, "");
}
