/* What goes where an instruction stood: calls of the probe around it (ptx_call.c). */
#include "gpu/ptx_rewrite.h"

/* A fence that an instruction implies: `ld.acquire` has one behind it, `st.release` one in front.
 */
static void add_implied_fence(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                              bool near)
{
    const uint32_t site = ptx_site_add(rw, statement, TRACE_FENCE, 0, PTX_OTHER_SPACE, false);
    if (site == PTX_NO_SITE) return;
    ptx_add_event(rw, ptx_info(site, TRACE_FENCE, 0, 0, PROBE_UNKNOWN),
                  near ? TRACE_FENCE_BLOCK : 0);
}

static bool keeps_value(const struct ptx_rewriter *rw, const struct ptx_statement *statement,
                        const struct ptx_access *access)
{
    return access->stored[0] && ptx_is_whole(rw, statement->operands[access->value]);
}

static void add_copy_event(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                           uint32_t what)
{
    const uint32_t site = ptx_site_add(rw, statement, TRACE_COPY, 0, PTX_OTHER_SPACE, false);
    if (site != PTX_NO_SITE)
        ptx_add_event(rw, ptx_info(site, TRACE_COPY, 0, 0, PROBE_UNKNOWN), what);
}

/* What cp.async does besides: it loads from global, and stores to shared memory, some time until it
 * is waited for. */
static void add_second(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                       const struct ptx_access *access)
{
    const uint32_t site =
        ptx_site_add(rw, statement, access->kind_too, access->width, PTX_SHARED, false);
    const struct ptx_address to = {statement->operands[access->operand_too], PTX_SHARED};
    if (site == PTX_NO_SITE) return;
    add_copy_event(rw, statement, TRACE_COPY_BEGIN);
    ptx_add_access(rw, &to, site, access->kind_too, access->width, 0);
    add_copy_event(rw, statement, TRACE_COPY_END);
}

/* Tiles larger than a warp meet by a word in reserved shared memory (cooperative_groups' details/
 * sync.h): the first lane of a warp sets its bit there, the last one to come resets them all. That
 * is logged as a barrier of its own, all of whose phases are one: nobody is accused wrongly. Who
 * sets its bit waits right behind that, so that only waits apart from it need be told. */
static bool is_tile_word(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                         const struct ptx_access *access)
{
    return access->near && (access->kind == TRACE_ATOMIC || access->acquires) &&
           (ptx_in_function(rw, statement, "atom_or_acq_rel_cta") ||
            ptx_in_function(rw, statement, "red_or_release_cta") ||
            ptx_in_function(rw, statement, "red_and_release_cta") ||
            ptx_in_function(rw, statement, "red_and_relaxed_cta") ||
            ptx_in_function(rw, statement, "ld_acquire_cta"));
}

static void rewrite_tile(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                         const struct ptx_access *access)
{
    if (!access->releases && !ptx_in_function(rw, statement, "sync_warps_wait")) return;
    const enum trace_kind kind = access->acquires ? TRACE_BARRIER : TRACE_ARRIVE;
    const uint32_t site = ptx_site_add(rw, statement, kind, 0, PTX_OTHER_SPACE, false);
    if (site == PTX_NO_SITE) return;
    ptx_copy_to(rw, statement->span.first);
    ptx_open_guard(rw, statement);
    ptx_add_tile(rw, ptx_info(site, kind, 0, PROBE_APART, PROBE_UNKNOWN));
    ptx_copy_statement(rw, statement);
    ptx_close_guard(rw, statement);
}

static void rewrite_access(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                           const struct ptx_access *access)
{
    if (is_tile_word(rw, statement, access)) {
        rewrite_tile(rw, statement, access);
        return;
    }
    const uint32_t site =
        ptx_site_add(rw, statement, access->kind, access->width, access->space, access->strong);
    if (site == PTX_NO_SITE) return;
    const struct ptx_address address = {statement->operands[access->operand], access->space};
    const uint32_t flags = access->kind != TRACE_ATOMIC ? (access->strong ? PROBE_VOLATILE : 0u)
                           : access->compares           ? PROBE_COMPARES
                                                        : 0u;
    ptx_copy_to(rw, statement->span.first);
    ptx_open_guard(rw, statement);
    if (access->releases) add_implied_fence(rw, statement, access->near);
    if (keeps_value(rw, statement, access)) {
        ptx_add_shared(rw, statement, access, &address, site, flags);
    } else {
        ptx_add_access(rw, &address, site, access->kind, access->width, flags);
        if (access->kind_too) add_second(rw, statement, access);
        ptx_copy_statement(rw, statement);
    }
    if (access->acquires) {
        str_adds(rw->out, "\n\t");
        add_implied_fence(rw, statement, access->near);
    }
    ptx_close_guard(rw, statement);
}

/* Whether the module has a `bar.arrive` or `barrier.arrive`. */
static bool arrives_somewhere(struct ptx_rewriter *rw)
{
    for (uint32_t f = 0; !rw->arrivals_counted && f < rw->module->function_count; f++)
        for (uint32_t i = 0; i < rw->module->functions[f].statement_count; i++) {
            const struct ptx_statement *statement = &rw->module->functions[f].statements[i];
            struct ptx_access access;
            if (statement->kind == PTX_INSTRUCTION &&
                ptx_classify(rw->module, statement, &access) == PTX_BARRIER)
                rw->arrives = rw->arrives || access.kind == TRACE_ARRIVE;
        }
    rw->arrivals_counted = true;
    return rw->arrives;
}

static void rewrite_barrier(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                            const struct ptx_access *access)
{
    const enum trace_kind kind =
        ptx_in_function(rw, statement, "sync_grids_wait") ? TRACE_GRID_SYNC : access->kind;
    if (ptx_in_function(rw, statement, "sync_grids_arrive"))
        return; /* grid.sync() is one event, logged at its second barrier */
    const uint32_t site = ptx_site_add(rw, statement, kind, 0, PTX_OTHER_SPACE, false);
    if (site == PTX_NO_SITE) return;
    /* Where others may only arrive, not all of the block need to be at it. */
    const bool first = access->operand_too == 0 &&
                       ptx_is(rw->module, statement->operands[access->operand].first, "0");
    const bool apart = kind == TRACE_ARRIVE || (!first && arrives_somewhere(rw));
    const uint32_t info = ptx_info(site, kind, 0, apart ? PROBE_APART : 0, PROBE_UNKNOWN);
    const struct ptx_span operands[2] = {
        statement->operands[access->operand],
        access->operand_too ? statement->operands[access->operand_too] : (struct ptx_span){0, 0}};
    ptx_copy_to(rw, statement->span.first);
    ptx_open_guard(rw, statement);
    ptx_add_call(rw, "syncstep_barrier", &info, operands, 2);
    ptx_copy_statement(rw, statement);
    if (!apart) {
        str_adds(rw->out, "\n\t");
        ptx_add_call(rw, "syncstep_snapshot", NULL, operands, 2);
    }
    ptx_close_guard(rw, statement);
}

static void rewrite_sync(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                         const struct ptx_access *access)
{
    const uint32_t site =
        ptx_site_add(rw, statement, access->kind, access->width, PTX_OTHER_SPACE, false);
    if (site == PTX_NO_SITE) return;
    uint32_t info = ptx_info(site, access->kind, access->width, 0, PROBE_UNKNOWN);
    ptx_copy_to(rw, statement->span.first);
    ptx_open_guard(rw, statement);
    if (access->kind == TRACE_SHUFFLE) {
        info = (info & ~(7u << 22)) | (uint32_t)access->shuffle << 22;
        ptx_add_shuffle(rw, statement, info);
    } else if (access->kind == TRACE_FENCE) {
        ptx_add_event(rw, info, access->near ? TRACE_FENCE_BLOCK : 0);
    } else {
        const struct ptx_span mask = statement->operands[access->operand];
        ptx_add_call(rw, "syncstep_sync", &info, &mask, 1);
    }
    ptx_copy_statement(rw, statement);
    ptx_close_guard(rw, statement);
}

/* An arrival is told before it, so that the phase cannot be over; a wait behind it, where it has
 * succeeded. */
static void rewrite_phase(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                          const struct ptx_access *access)
{
    const uint32_t site = ptx_site_add(rw, statement, access->kind, 0, PTX_OTHER_SPACE, false);
    if (site == PTX_NO_SITE) return;
    const uint32_t info = ptx_info(site, access->kind, 0, 0, PROBE_UNKNOWN);
    const struct ptx_address address = {statement->operands[access->operand], access->space};
    ptx_copy_to(rw, statement->span.first);
    ptx_open_guard(rw, statement);
    if (access->kind == TRACE_WAIT) {
        ptx_copy_statement(rw, statement);
        str_adds(rw->out, "\n\t");
        ptx_add_phase(rw, &address, info, PROBE_WAITS, &statement->operands[0]);
    } else {
        if (access->copy) add_copy_event(rw, statement, access->copy);
        ptx_add_phase(rw, &address, info, access->begins ? PROBE_BEGINS : PROBE_ARRIVES, NULL);
        ptx_copy_statement(rw, statement);
    }
    ptx_close_guard(rw, statement);
}

/* Batches of copies: the end of one, and the wait for them. */
static void rewrite_copy(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                         const struct ptx_access *access)
{
    ptx_copy_to(rw, statement->span.first);
    ptx_open_guard(rw, statement);
    ptx_copy_statement(rw, statement);
    str_adds(rw->out, "\n\t");
    add_copy_event(rw, statement, access->copy);
    ptx_close_guard(rw, statement);
}

static void rewrite_exit(struct ptx_rewriter *rw, const struct ptx_statement *statement)
{
    ptx_copy_to(rw, statement->span.first);
    ptx_open_guard(rw, statement);
    if (rw->options->mode == PTX_TIMED) {
        ptx_add_call(rw, "syncstep_end", NULL, NULL, 0);
    } else {
        const uint32_t site = ptx_site_add(rw, statement, TRACE_EXIT, 0, PTX_OTHER_SPACE, false);
        const uint32_t info =
            ptx_info(site == PTX_NO_SITE ? 0 : site, TRACE_EXIT, 0, 0, PROBE_UNKNOWN);
        ptx_add_call(rw, "syncstep_exit", &info, NULL, 0);
    }
    ptx_copy_statement(rw, statement);
    ptx_close_guard(rw, statement);
}

/* A call of a function outside the person's files goes to a copy made for this call. */
static void rewrite_call(struct ptx_rewriter *rw, const struct ptx_statement *statement)
{
    uint32_t token;
    const struct ptx_function *callee = ptx_callee(rw, statement, &token);
    if (!callee || rw->options->mode == PTX_TIMED) return;
    const uint32_t clone = ptx_clone_for(rw, callee, statement);
    if (clone == PTX_NO_SITE) return;
    ptx_copy_to(rw, token);
    str_addf(rw->out, "syncstep_%u_%s", clone, callee->name);
    rw->copied = ptx_token(rw->module, token)->offset + ptx_token(rw->module, token)->length;
}

void ptx_instruction(struct ptx_rewriter *rw, const struct ptx_statement *statement)
{
    struct ptx_access access;
    const bool leaves = ptx_is(rw->module, statement->opcode, "exit") ||
                        (rw->function->entry && ptx_is_return(rw->module, statement->opcode));
    if (leaves) {
        rewrite_exit(rw, statement);
        return;
    }
    if (ptx_is_call(rw->module, statement->opcode)) {
        rewrite_call(rw, statement);
        return;
    }
    if (rw->options->mode == PTX_TIMED) return;
    switch (ptx_classify(rw->module, statement, &access)) {
    case PTX_ACCESS:
        rewrite_access(rw, statement, &access);
        break;
    case PTX_BARRIER:
        rewrite_barrier(rw, statement, &access);
        break;
    case PTX_WARP:
        rewrite_sync(rw, statement, &access);
        break;
    case PTX_PHASE:
        rewrite_phase(rw, statement, &access);
        break;
    case PTX_COPY:
        rewrite_copy(rw, statement, &access);
        break;
    case PTX_UNKNOWN:
        ptx_skip_add(rw, statement);
        break;
    case PTX_PLAIN:
        break;
    }
}
