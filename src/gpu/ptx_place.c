/* Where an instruction stands: the chain of positions it was inlined or copied through, whether
 * that chain makes it worth logging, and copies of functions outside the person's files. */
#include "gpu/ptx_rewrite.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FRAMES = 32, MAX_CLONES = 8192 };

static const char *file_name(const struct ptx_module *module, uint32_t file)
{
    return file < module->file_count && module->files[file] ? module->files[file] : "";
}

static bool is_own(const struct ptx_rewriter *rw, const char *path)
{
    return !rw->options->own || (path[0] && rw->options->own(rw->options->context, path));
}

/* The last .loc before `before` that gives this position itself: it says where that was inlined. */
static uint32_t find_location(const struct ptx_function *function, uint32_t before, uint32_t file,
                              uint32_t line, uint32_t column)
{
    for (uint32_t i = before; i-- > 0;) {
        const struct ptx_location *loc = &function->locations[i];
        if (loc->file == file && loc->line == line && loc->column == column) return i;
    }
    return UINT32_MAX;
}

/* Frames of a statement within its function, then those of the call that a copy is made for. */
static uint32_t collect_frames(const struct ptx_rewriter *rw, const struct ptx_statement *statement,
                               struct gpu_frame frames[MAX_FRAMES])
{
    const struct ptx_function *function = rw->function;
    uint32_t count = 0;
    uint32_t at = statement->location ? statement->location - 1 : UINT32_MAX;
    if (at == UINT32_MAX) frames[count++] = (struct gpu_frame){"", 0, 0, function->name};
    while (at != UINT32_MAX && count < MAX_FRAMES) {
        const struct ptx_location *loc = &function->locations[at];
        frames[count++] =
            (struct gpu_frame){file_name(rw->module, loc->file), loc->line, loc->column,
                               loc->function ? loc->function : function->name};
        if (!loc->inlined) break;
        const uint32_t next =
            find_location(function, at, loc->at_file, loc->at_line, loc->at_column);
        if (next == UINT32_MAX && count < MAX_FRAMES)
            frames[count++] = (struct gpu_frame){file_name(rw->module, loc->at_file), loc->at_line,
                                                 loc->at_column, function->name};
        at = next;
    }
    for (uint32_t i = 0; rw->clone && i < rw->clone->frame_count && count < MAX_FRAMES; i++)
        frames[count++] = rw->clone->frames[i];
    return count;
}

/* -G code does not say what was inlined: where no frame is the person's, the position of theirs
 * that stands before the statement (or before the call of its function) is. file "": there is none.
 */
static struct gpu_frame find_outer(const struct ptx_rewriter *rw,
                                   const struct ptx_statement *statement)
{
    for (uint32_t i = statement->location; i-- > 0;) {
        const struct ptx_location *loc = &rw->function->locations[i];
        const char *file = file_name(rw->module, loc->file);
        if (is_own(rw, file))
            return (struct gpu_frame){file, loc->line, loc->column, rw->function->name};
    }
    return rw->clone ? rw->clone->outer : (struct gpu_frame){"", 0, 0, ""};
}

/* Whether a line of a header lies in the function whose definition names `part`: the last line
 * before it that begins a definition. -G code does not say what was inlined. */
static bool defined_in(const char *path, uint32_t line, const char *part)
{
    struct str text;
    bool inside = false;
    str_init(&text);
    if (str_read_file(&text, path) == 0) {
        const char *at = text.text;
        for (uint32_t i = 1; i <= line && *at; i++) {
            const char *end = strchrnul(at, '\n');
            if (memmem(at, (size_t)(end - at), "_QUALIFIER", 10))
                inside = memmem(at, (size_t)(end - at), part, strlen(part)) != NULL;
            at = *end ? end + 1 : end;
        }
    }
    str_fini(&text);
    return inside;
}

bool ptx_in_function(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                     const char *part)
{
    struct gpu_frame frames[MAX_FRAMES];
    const uint32_t count = collect_frames(rw, statement, frames);
    for (uint32_t i = 0; i < count; i++) {
        if (strstr(frames[i].function, "cooperative_groups") && strstr(frames[i].function, part))
            return true;
        if (strstr(frames[i].file, "cooperative_groups/details/sync.h") &&
            defined_in(frames[i].file, frames[i].line, part))
            return true;
    }
    return false;
}

/* Headers whose functions copy what they are told to: memcpy_async in its three forms. */
static bool is_copy(const char *path)
{
    return strstr(path, "/__memcpy_async/") || strstr(path, "cooperative_groups/details/async.h") ||
           strstr(path, "cuda_pipeline_helpers.h");
}

/* What orders or exchanges counts wherever it was inlined from; so do asynchronous copies, whose
 * functions are inlined even in -G code. */
static uint32_t add_outer(const struct ptx_rewriter *rw, const struct ptx_statement *statement,
                          enum trace_kind kind, struct gpu_frame frames[MAX_FRAMES], uint32_t count)
{
    uint32_t known = 0;
    while (known + 1 < count && frames[known].file[0] == '\0')
        known++;
    if (kind == TRACE_EXIT || count == MAX_FRAMES) return count;
    if (kind <= TRACE_ATOMIC && !is_copy(frames[known].file)) return count;
    for (uint32_t i = 0; i < count; i++)
        if (is_own(rw, frames[i].file)) return count;
    const struct gpu_frame outer = find_outer(rw, statement);
    if (outer.file[0]) frames[count++] = outer;
    return count;
}

/* Headers of the tool kit whose functions are an atomic operation, a load with a name or a copy. */
static bool is_wrapper(const char *path)
{
    static const char *const parts[] = {"atomic",    "_intrinsics", "cuda_fp16",
                                        "cuda_bf16", "cuda_fp8",    "device_functions"};
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(name, parts[i])) return true;
    return strstr(path, "/atomic/") || strstr(path, "/__atomic/") || is_copy(path);
}

static bool is_logged(const struct ptx_rewriter *rw, enum trace_kind kind,
                      const struct gpu_frame *frames, uint32_t count)
{
    bool own = false;
    if (rw->module->file_count == 0) return true;
    for (uint32_t i = 0; i < count; i++)
        own = own || is_own(rw, frames[i].file);
    if (!own) return kind == TRACE_EXIT || kind == TRACE_BARRIER || kind == TRACE_GRID_SYNC;
    if (kind != TRACE_LOAD && kind != TRACE_STORE && kind != TRACE_ATOMIC) return true;
    uint32_t known = 0; /* built-in functions have no position: their caller's counts */
    while (known + 1 < count && frames[known].file[0] == '\0')
        known++;
    return is_own(rw, frames[known].file) || is_wrapper(frames[known].file);
}

static const struct gpu_frame *keep_frames(struct ptx_rewriter *rw, const struct gpu_frame *frames,
                                           uint32_t count)
{
    struct gpu_frame *copy = arena_alloc(rw->arena, count * sizeof *copy);
    memcpy(copy, frames, count * sizeof *copy);
    return copy;
}

uint32_t ptx_site_add(struct ptx_rewriter *rw, const struct ptx_statement *statement,
                      enum trace_kind kind, uint32_t width, enum ptx_space space, bool strong)
{
    struct gpu_frame frames[MAX_FRAMES];
    uint32_t count = collect_frames(rw, statement, frames);
    count = add_outer(rw, statement, kind, frames, count);
    if (!is_logged(rw, kind, frames, count)) return PTX_NO_SITE;
    if (rw->sites->site_count == PROBE_SITES) {
        ptx_skip_add(rw, statement);
        return PTX_NO_SITE;
    }
    MEM_GROW(rw->sites->sites, rw->sites->site_count, rw->site_capacity);
    rw->sites->sites[rw->sites->site_count] =
        (struct gpu_site){.kind = (uint8_t)kind,
                          .width = (uint8_t)width,
                          .space = (uint8_t)space,
                          .flags = strong ? 1 : 0,
                          .opcode = ptx_copy(rw->arena, rw->module, statement->opcode),
                          .frames = keep_frames(rw, frames, count),
                          .frame_count = count};
    return rw->sites->site_count++;
}

void ptx_skip_add(struct ptx_rewriter *rw, const struct ptx_statement *statement)
{
    struct gpu_frame frames[MAX_FRAMES];
    const uint32_t count = collect_frames(rw, statement, frames);
    uint32_t own = 0;
    while (own < count && !is_own(rw, frames[own].file))
        own++;
    if (own == count) return; /* inside a library's own kernel */
    const char *opcode = ptx_copy(rw->arena, rw->module, statement->opcode);
    for (uint32_t i = 0; i < rw->sites->skipped_count; i++) {
        struct gpu_skipped *old = &rw->sites->skipped[i];
        if (strcmp(old->opcode, opcode) == 0 && old->frame.line == frames[own].line &&
            strcmp(old->frame.file, frames[own].file) == 0) {
            old->count++;
            return;
        }
    }
    MEM_GROW(rw->sites->skipped, rw->sites->skipped_count, rw->skipped_capacity);
    rw->sites->skipped[rw->sites->skipped_count++] = (struct gpu_skipped){opcode, frames[own], 1};
}

/* ---- Copies of functions ------------------------------------------------------------------- */

static const struct ptx_function *find_function(const struct ptx_module *module, uint32_t token)
{
    for (uint32_t i = 0; i < module->function_count; i++)
        if (module->functions[i].has_body && ptx_is(module, token, module->functions[i].name))
            return &module->functions[i];
    return NULL;
}

const struct ptx_function *ptx_callee(const struct ptx_rewriter *rw,
                                      const struct ptx_statement *statement, uint32_t *token)
{
    for (uint32_t i = 0; i < statement->operand_count && i < 2; i++) {
        *token = statement->operands[i].first;
        if (statement->operands[i].count != 1)
            continue; /* results and parameters stand in parentheses */
        return find_function(rw->module, *token);
    }
    return NULL;
}

static bool is_header_function(const struct ptx_rewriter *rw, const struct ptx_function *function)
{
    if (function->entry || rw->module->file_count == 0) return false;
    return function->location_count == 0 ||
           !is_own(rw, file_name(rw->module, function->locations[0].file));
}

static bool has_something(const struct ptx_rewriter *rw, const struct ptx_function *function)
{
    struct ptx_access access;
    uint32_t token;
    for (uint32_t i = 0; i < function->statement_count; i++) {
        const struct ptx_statement *statement = &function->statements[i];
        if (statement->kind != PTX_INSTRUCTION) continue;
        if (ptx_is(rw->module, statement->opcode, "exit") ||
            (!ptx_is_call(rw->module, statement->opcode) &&
             ptx_classify(rw->module, statement, &access) != PTX_PLAIN))
            return true;
        if (!ptx_is_call(rw->module, statement->opcode)) continue;
        const struct ptx_function *callee = ptx_callee(rw, statement, &token);
        if (callee && is_header_function(rw, callee) &&
            rw->interesting[callee - rw->module->functions])
            return true;
    }
    return false;
}

/* Until nothing changes: functions call each other in any order. */
static void find_interesting(struct ptx_rewriter *rw)
{
    rw->interesting = arena_alloc(rw->arena, rw->module->function_count * sizeof(bool) + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < rw->module->function_count; i++)
            if (!rw->interesting[i] && rw->module->functions[i].has_body &&
                has_something(rw, &rw->module->functions[i]))
                changed = rw->interesting[i] = true;
    }
}

uint32_t ptx_clone_for(struct ptx_rewriter *rw, const struct ptx_function *callee,
                       const struct ptx_statement *statement)
{
    struct gpu_frame frames[MAX_FRAMES];
    if (!rw->interesting) find_interesting(rw);
    const uint32_t count = collect_frames(rw, statement, frames);
    if (!is_header_function(rw, callee) || !rw->interesting[callee - rw->module->functions] ||
        rw->clone_count == MAX_CLONES || count >= MAX_FRAMES / 2)
        return PTX_NO_SITE;
    const struct gpu_frame *kept = keep_frames(rw, frames, count);
    const struct gpu_frame outer = find_outer(rw, statement);
    MEM_GROW(rw->clones, rw->clone_count, rw->clone_capacity);
    rw->clones[rw->clone_count] = (struct ptx_clone){callee, kept, count, outer};
    return rw->clone_count++;
}

/* ---- The module as a whole ----------------------------------------------------------------- */

static bool is_runtime_function(const char *name)
{
    static const char *const known[] = {"vprintf",       "malloc", "free",  "__assertfail",
                                        "__assert_fail", "_Znwm",  "_ZdlPv"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i]) == 0) return true;
    return false;
}

int ptx_refuse(const struct ptx_module *module, struct error *err)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        const struct ptx_function *f = &module->functions[i];
        if (f->has_body || !f->external || is_runtime_function(f->name)) continue;
        if (strstr(f->name, "cudaLaunch") || strstr(f->name, "cudaGetParameterBuffer") ||
            strncmp(f->name, "cudaCDP", 7) == 0)
            return error_set(err,
                             "kernels that launch kernels are not supported by the GPU back "
                             "end (%s)",
                             f->name);
        return error_set(err,
                         "device code in several files (nvcc -rdc=true) is not supported by "
                         "the GPU back end: %s is defined elsewhere",
                         f->name);
    }
    return 0;
}

static bool calls_runtime(const struct ptx_rewriter *rw, const struct ptx_function *function)
{
    for (uint32_t i = function->body.first; i < function->body.first + function->body.count; i++) {
        const struct ptx_token *t = ptx_token(rw->module, i);
        static const char *const known[] = {"vprintf", "malloc", "free", "__assertfail"};
        for (size_t k = 0; t->kind == PTX_WORD && k < sizeof known / sizeof *known; k++)
            if (ptx_is(rw->module, i, known[k])) return true;
    }
    return false;
}

void ptx_sites_finish(struct ptx_rewriter *rw)
{
    struct gpu_sites *sites = rw->sites;
    bool prints = false; /* a device function may be called through a pointer: all or none */
    for (uint32_t i = 0; i < rw->module->function_count; i++)
        prints = prints || calls_runtime(rw, &rw->module->functions[i]);
    sites->kernels =
        arena_alloc(rw->arena, rw->module->function_count * sizeof *sites->kernels + 1);
    for (uint32_t i = 0; i < rw->module->function_count; i++) {
        const struct ptx_function *f = &rw->module->functions[i];
        if (!f->entry || !f->has_body) continue;
        struct gpu_kernel *kernel = &sites->kernels[sites->kernel_count++];
        *kernel = (struct gpu_kernel){
            .name = f->name, .parameter_count = f->parameter_count, .prints = prints};
        kernel->parameter_bytes =
            arena_alloc(rw->arena, f->parameter_count * sizeof *kernel->parameter_bytes + 1);
        for (uint32_t k = 0; k < f->parameter_count; k++)
            kernel->parameter_bytes[k] = f->parameters[k].bytes;
    }
    sites->symbols =
        arena_alloc(rw->arena, rw->module->variable_count * sizeof *sites->symbols + 1);
    for (uint32_t i = 0; i < rw->module->variable_count; i++) {
        const struct ptx_variable *v = &rw->module->variables[i];
        if (v->space == PTX_SHARED)
            sites->symbols[sites->symbol_count++] = (struct gpu_symbol){v->name, v->bytes};
    }
    /* Growing arrays become the arena's. */
    struct gpu_site *all = arena_alloc(rw->arena, sites->site_count * sizeof *all + 1);
    struct gpu_skipped *left = arena_alloc(rw->arena, sites->skipped_count * sizeof *left + 1);
    if (sites->site_count) memcpy(all, sites->sites, sites->site_count * sizeof *all);
    if (sites->skipped_count) memcpy(left, sites->skipped, sites->skipped_count * sizeof *left);
    free(sites->sites);
    free(sites->skipped);
    sites->sites = all;
    sites->skipped = left;
}
