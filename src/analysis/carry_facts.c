#include "analysis/carry_facts.h"

#include "base/ctext.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names ---------------------------------------------------------------------------------- */

/* Names that mean the same variable, or one a member of the other, have the same root. */
static size_t root_length(const char *name)
{
    return strcspn(name, ".");
}

static int compare_roots(const char *a, const char *b)
{
    size_t one = root_length(a), two = root_length(b);
    int order = memcmp(a, b, one < two ? one : two);
    return order ? order : (one > two) - (one < two);
}

static int by_root(const void *pa, const void *pb)
{
    const struct assignment *a = *(const struct assignment *const *)pa,
                            *b = *(const struct assignment *const *)pb;
    int order = compare_roots(a->name, b->name);
    return order ? order : (a > b) - (a < b);
}

static void sort_assignments(struct carry_function *f, struct arena *arena)
{
    const struct assignment **sorted =
        mem_array((size_t)f->all.count + 1, sizeof(const struct assignment *));
    for (uint32_t i = 0; i < f->all.count; i++)
        if (f->all.at[i].assigns) sorted[f->order_count++] = &f->all.at[i];
    if (f->order_count) qsort(sorted, f->order_count, sizeof *sorted, by_root);
    f->order = arena_alloc(arena, ((size_t)f->order_count + 1) * sizeof *f->order);
    for (uint32_t i = 0; i < f->order_count; i++)
        f->order[i] = (uint32_t)(sorted[i] - f->all.at);
    free(sorted);
}

uint32_t carry_assigns(const struct carry_function *f, const char *name, uint32_t *i)
{
    uint32_t low = 0, high = f->order_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_roots(f->all.at[f->order[middle]].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *i = low;
    while (high < f->order_count && compare_roots(f->all.at[f->order[high]].name, name) == 0)
        high++;
    return high;
}

/* Is it a variable of the block's, "__shared__ int total;"? It is no register. */
static bool is_shared(const struct carry_function *f, const char *name)
{
    for (uint32_t i = 0; i < f->shared.count; i++)
        if (ctext_has_name(f->all.at[f->shared.at[i]].right, name)) return true;
    return false;
}

struct carry_fact *carry_fact_of(struct carry_function *f, struct arena *arena, const char *name)
{
    uint32_t hash = 2166136261u, i;
    for (const char *at = name; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    struct carry_fact **list = &f->facts[(hash ^ hash >> 16) % 256];
    for (struct carry_fact *fact = *list; fact; fact = fact->next)
        if (strcmp(fact->name, name) == 0) return fact;
    struct carry_fact *fact = arena_alloc(arena, sizeof *fact);
    memcpy(fact->name, name, strlen(name) + 1);
    for (uint32_t end = carry_assigns(f, name, &i); i < end && !fact->counts; i++)
        fact->counts = carry_same_name(f->all.at[f->order[i]].name, name);
    fact->counts = fact->counts && !is_shared(f, name);
    fact->next = *list;
    *list = fact;
    return fact;
}

void carry_add_name(struct carry_fact **names, uint32_t *count, struct carry_fact *name)
{
    for (uint32_t i = 0; i < *count; i++)
        if (names[i] == name) return;
    if (name->counts && *count < CARRY_NAMES) names[(*count)++] = name;
}

void carry_feed(struct carry_function *f, struct arena *arena, struct carry_fact *fact)
{
    char name[CARRY_NAME];
    uint32_t i, end = carry_assigns(f, fact->name, &i);
    if (fact->fed) return;
    fact->fed = true;
    for (; i < end && fact->feed_count < CARRY_NAMES; i++) {
        const struct assignment *a = &f->all.at[f->order[i]];
        if (!carry_same_name(a->name, fact->name)) continue;
        for (size_t at = 0; carry_next_name(a->right, &at, name);)
            carry_add_name(fact->feeds, &fact->feed_count, carry_fact_of(f, arena, name));
    }
}

bool carry_only_loaded(const struct carry_function *f, struct carry_fact *fact)
{
    char address[CARRY_NAME + 1] = "&";
    uint32_t first, end = carry_assigns(f, fact->name, &first);
    if (fact->asked_loaded) return fact->loaded;
    fact->asked_loaded = true;
    memcpy(address + 1, fact->name, strlen(fact->name) + 1);
    for (uint32_t i = 0; i < f->addresses.count; i++) {
        const char *right = f->all.at[f->addresses.at[i]].right, *at = strstr(right, address);
        if (at && (at == right || at[-1] != '&')) return false;
    }
    for (uint32_t i = first; i < end; i++) {
        const struct assignment *a = &f->all.at[f->order[i]];
        if (carry_same_name(a->name, fact->name) && a->compound == f->loaded[f->order[i]])
            return false;
    }
    return fact->loaded = true;
}

static bool steps(const char *right, const char *name)
{
    const size_t length = strlen(name);
    if (!ctext_has_name(right, name)) return false;
    for (const char *at = strstr(right, name); at; at = strstr(at + length, name)) {
        size_t end = length + strcspn(at + length, "+-*/%&|^<>=!?:;,()[] ");
        bool before = at - right > 1 && at[-1] == at[-2] && strchr("+-", at[-1]);
        if (before || strncmp(at + end, "++", 2) == 0 || strncmp(at + end, "--", 2) == 0)
            return true;
    }
    return false;
}

bool carry_changed(const struct carry_function *f, struct carry_fact *fact)
{
    uint32_t i, end = carry_assigns(f, fact->name, &i);
    if (fact->asked_changed) return fact->changed;
    fact->asked_changed = true;
    for (; i < end && !fact->changed; i++) {
        const struct assignment *a = &f->all.at[f->order[i]];
        bool whole = strcmp(a->name, fact->name) == 0;
        fact->changed = whole ? a->compound : carry_same_name(a->name, fact->name);
    }
    for (i = 0; i < f->steps.count && !fact->changed; i++)
        fact->changed = steps(f->all.at[f->steps.at[i]].right, fact->name);
    return fact->changed;
}

/* ---- Assignments and sites ------------------------------------------------------------------ */

static void add_some(struct carry_some *some, uint32_t i)
{
    some->at[some->count++] = i;
}

static void find_some(struct carry_function *f, struct arena *arena)
{
    struct carry_some *all[] = {&f->shared, &f->addresses, &f->steps};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        all[i]->at = arena_alloc(arena, ((size_t)f->all.count + 1) * sizeof *all[i]->at);
    for (uint32_t i = 0; i < f->all.count; i++) {
        const char *right = f->all.at[i].right;
        if (!f->all.at[i].assigns && strstr(right, "__shared__")) add_some(&f->shared, i);
        if (strchr(right, '&')) add_some(&f->addresses, i);
        if (strstr(right, "++") || strstr(right, "--")) add_some(&f->steps, i);
    }
}

struct array_name { /* "x[" behind a blank, in a declaration: another one's view of an array */
    const char *at;
    size_t length;
};

static int by_name(const void *pa, const void *pb)
{
    const struct array_name *a = pa, *b = pb;
    int order = memcmp(a->at, b->at, a->length < b->length ? a->length : b->length);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

/* Local arrays are declared in the function, "float r[4]", and not as shared memory. */
static size_t declared_arrays(const struct carry_function *f, struct array_name **names)
{
    size_t count = 0, capacity = 0;
    for (uint32_t i = 0; i < f->all.count; i++) {
        const char *text = f->all.at[i].assigns ? "" : f->all.at[i].right;
        if (strstr(text, "__shared__") || strncmp(text, "return ", 7) == 0) continue;
        for (const char *at = text; (at = strchr(at, ' ')); at++) {
            size_t length = 0;
            while (isalnum((unsigned char)at[1 + length]) || at[1 + length] == '_')
                length++;
            if (at[1 + length] != '[') continue;
            MEM_GROW(*names, count, capacity);
            (*names)[count++] = (struct array_name){at + 1, length};
        }
    }
    if (count) qsort(*names, count, sizeof **names, by_name);
    return count;
}

static void find_locals(struct carry_function *f, struct arena *arena)
{
    struct array_name *names = NULL;
    size_t count = declared_arrays(f, &names);
    f->local = arena_alloc(arena, (size_t)f->all.count + 1);
    for (uint32_t i = 0; i < f->all.count; i++) {
        const struct assignment *a = &f->all.at[i];
        struct array_name key = {a->name, strcspn(a->name, "[")};
        f->local[i] = *a->name && (!a->indexed ||
                                   (count && bsearch(&key, names, count, sizeof *names, by_name)));
    }
    free(names);
}

uint32_t carry_on_line(const struct carry_function *f, uint32_t line, uint32_t *i)
{
    uint32_t low = 0, high = f->all.count; /* statements stand one behind the other */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (f->all.at[middle].last < line)
            low = middle + 1;
        else
            high = middle;
    }
    *i = low;
    while (high < f->all.count && f->all.at[high].first <= line)
        high++;
    return high;
}

static void find_part(const struct carry_function *f, const struct trace_site *site,
                      struct carry_part *part)
{
    uint32_t first, end = carry_on_line(f, site->line, &first);
    *part = (struct carry_part){.function = f, .clear = site->column || end - first == 1};
    for (uint32_t i = first; i < end; i++) {
        const struct assignment *a = &f->all.at[i];
        bool before = a->line < site->line || a->column <= site->column;
        if (!part->assignment || before) part->assignment = a;
    }
}

static bool is_inside(const struct carry_function *f, const struct trace_site *site)
{
    return site->source == f->source && f->first <= site->line && site->line <= f->last;
}

/* Counts first, then fills in, in the order of the sites. */
static void find_sites(struct carry_function *f, const struct trace *trace, struct arena *arena,
                       struct carry_part *parts)
{
    uint32_t total = 0;
    f->loaded = arena_alloc(arena, (size_t)f->all.count + 1);
    f->sites_of = arena_alloc(arena, ((size_t)f->all.count + 2) * sizeof *f->sites_of);
    for (uint32_t i = 0; i < trace->site_count; i++) {
        if (!is_inside(f, &trace->sites[i])) continue;
        find_part(f, &trace->sites[i], &parts[i]);
        if (!parts[i].assignment) continue;
        f->loaded[parts[i].assignment - f->all.at] = true;
        f->sites_of[parts[i].assignment - f->all.at + 2]++;
        total++;
    }
    for (uint32_t i = 2; i < f->all.count + 2; i++)
        f->sites_of[i] += f->sites_of[i - 1];
    f->sites = arena_alloc(arena, ((size_t)total + 1) * sizeof *f->sites);
    for (uint32_t i = 0; i < trace->site_count; i++)
        if (is_inside(f, &trace->sites[i]) && parts[i].assignment)
            f->sites[f->sites_of[parts[i].assignment - f->all.at + 1]++] = i;
}

struct carry_function *carry_function_read(const struct trace *trace, uint32_t source,
                                           uint32_t line, struct arena *arena,
                                           struct carry_part *parts)
{
    struct carry_function *f = arena_alloc(arena, sizeof *f);
    f->source = source;
    carry_read(trace->sources[source].text, line, arena, &f->all, &f->first, &f->last);
    sort_assignments(f, arena);
    find_some(f, arena);
    find_locals(f, arena);
    find_sites(f, trace, arena, parts);
    return f;
}
