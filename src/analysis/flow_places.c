/* Lines that do not do one thing: what their threads do to which arrays, one by one. */
#include "analysis/flow.h"

/* Some of the line's threads begin with another array than others, or with another kind of access;
 * or an instruction goes to different arrays, of which an operand names one. */
static bool is_mixed(const struct round_statement *statement)
{
    uint32_t kept =
        statement->source_count < ROUND_SOURCES ? statement->source_count : ROUND_SOURCES;
    bool mixed = statement->mixed || statement->target.mixed;
    for (uint32_t i = 0; i < kept; i++)
        mixed |= statement->sources[i].mixed;
    /* of atomic updates of several things one would be told of */
    return mixed || (statement->kind == TRACE_ATOMIC && statement->others);
}

static struct round_place *place_of(struct round_statement *statement, struct round_place *places,
                                    const struct trace_request *request)
{
    uint32_t kept = statement->place_count < ROUND_PLACES ? statement->place_count : ROUND_PLACES;
    for (uint32_t i = 0; i < kept; i++)
        if (places[i].kind == request->kind && places[i].operand.space == request->space &&
            places[i].operand.object == request->object)
            return &places[i];
    if (statement->place_count++ >= ROUND_PLACES) return NULL;
    places[kept] = (struct round_place){.kind = request->kind};
    places[kept].operand.space = request->space;
    places[kept].operand.object = request->object;
    places[kept].operand.site = request->site;
    return &places[kept];
}

static void add_request(struct flow *flow, struct round_place *place,
                        const struct trace_request *request)
{
    flow->warp = request->warp;
    place->several |= place->operand.site != request->site;
    if (request->warp < ROUND_WARPS) place->operand.readers[request->warp] |= request->mask;
    for (uint32_t mask = request->mask; mask; mask &= mask - 1) {
        if (flow_operand_refuted(&place->operand)) return;
        flow_operand_point(flow, &place->operand, request, (unsigned)__builtin_ctz(mask));
    }
}

void flow_find_places(struct flow *flow, struct round_statement *statement, struct arena *arena)
{
    statement->mixed = is_mixed(statement) && statement->kind != TRACE_SHUFFLE;
    if (!statement->mixed) return;
    struct round_place *places = arena_alloc(arena, ROUND_PLACES * sizeof *places);
    const uint32_t end = flow->range->first + flow->range->count;
    for (uint32_t i = flow->range->first; i < end; i++) {
        const struct trace_request *request = &flow->launch->requests[i];
        if (request->kind > TRACE_ATOMIC || request->site >= flow->trace->site_count) continue;
        const uint32_t at = flow->places->site_place[request->site];
        if (flow->places->site_line[at] != statement->line) continue;
        struct round_place *place = place_of(statement, places, request);
        if (place) add_request(flow, place, request);
    }
    statement->places = places;
}
