#include "analysis/carry.h"

#include "analysis/carry_facts.h"
#include "analysis/carry_loaders.h"
#include "analysis/words.h"
#include "base/ctext.h"

#include <stdlib.h>
#include <string.h>

enum { LISTS = 1024 };

struct known { /* a line that stores */
    uint32_t source, line;
    struct carry_links links;
    struct known *next; /* of the same list */
};

struct carry {
    const struct trace *trace;
    struct arena arena;
    struct known *known[LISTS];
    struct carry_part *parts; /* [site] */
    struct carry_function **functions;
    uint32_t count, capacity;
    uint32_t *sites, site_count, site_capacity; /* scratch */
    struct carry_loaders loaders;
};

/* The variables whose values go into what a line stores: those on it first, then those that went
 * into them. */
struct names {
    struct carry_fact *at[CARRY_NAMES];
    uint32_t count, direct;
    bool chosen; /* which of them it is depends on something */
    const struct assignment *stored;
};

struct carry *carry_create(const struct trace *trace)
{
    struct carry *carry = mem_alloc(sizeof *carry);
    carry->trace = trace;
    arena_init(&carry->arena);
    carry->parts = mem_array((size_t)trace->site_count + 1, sizeof *carry->parts);
    return carry;
}

void carry_destroy(struct carry *carry)
{
    if (!carry) return;
    for (uint32_t i = 0; i < carry->count; i++)
        free(carry->functions[i]->all.at);
    arena_fini(&carry->arena);
    free(carry->functions);
    free(carry->parts);
    free(carry->sites);
    carry_loaders_fini(&carry->loaders);
    free(carry);
}

static bool is_inside(const struct carry_function *f, uint32_t source, uint32_t line)
{
    return f->source == source && f->first <= line && line <= f->last;
}

static struct carry_function *function_of(struct carry *carry, uint32_t source, uint32_t line)
{
    for (uint32_t i = carry->count; i-- > 0;)
        if (is_inside(carry->functions[i], source, line)) return carry->functions[i];
    MEM_GROW(carry->functions, carry->count, carry->capacity);
    return carry->functions[carry->count++] =
               carry_function_read(carry->trace, source, line, &carry->arena, carry->parts);
}

/* ---- Names ---------------------------------------------------------------------------------- */

/* Names that are set somewhere in the function: others are parameters, arrays, constants. */
static void add_names(struct carry *carry, struct carry_function *f, const char *right,
                      struct names *names)
{
    char name[CARRY_NAME];
    for (size_t at = 0; carry_next_name(right, &at, name);)
        carry_add_name(names->at, &names->count, carry_fact_of(f, &carry->arena, name));
}

static bool chooses(const char *text)
{
    return strchr(text, '?') || strstr(text, "&&") || strstr(text, "||");
}

/* False: the line has no statement that we understand. */
static bool names_of_store(struct carry *carry, struct carry_function *f, uint32_t line,
                           struct names *names)
{
    uint32_t first, end = carry_on_line(f, line, &first), kept = 0;
    *names = (struct names){.count = 0};
    for (uint32_t i = first; i < end; i++) {
        const struct assignment *a = &f->all.at[i];
        bool stores = a->assigns && (a->indexed || !*a->name) && !f->local[i];
        add_names(carry, f, a->right, names);
        names->chosen |= chooses(a->right) || (stores && names->stored);
        if (stores) names->stored = a;
    }
    for (uint32_t i = 0; i < names->count; i++)
        if (!words_no_value(carry->trace, f->source, line, names->at[i]->name))
            names->at[kept++] = names->at[i];
    names->count = names->direct = kept;
    for (uint32_t n = 0; n < names->count && names->count < CARRY_NAMES; n++) {
        carry_feed(f, &carry->arena, names->at[n]);
        for (uint32_t i = 0; i < names->at[n]->feed_count; i++)
            carry_add_name(names->at, &names->count, names->at[n]->feeds[i]);
    }
    return first < end;
}

/* ---- Links ---------------------------------------------------------------------------------- */

/* Sites whose line sets a variable of `names` (`named`); or sets none: in a function that returns
 * it, as an argument. */
static bool link_site(struct carry *carry, struct carry_function *f, const struct names *names,
                      uint32_t index, bool named, struct carry_link *link)
{
    const struct trace_site *site = &carry->trace->sites[index];
    const struct carry_part *part = &carry->parts[index];
    const struct assignment *a = part->function == f ? part->assignment : NULL;
    *link = (struct carry_link){.site = index, .line = site->line, .name = TRACE_NONE};
    if (!a || !a->assigns) return !named && names->direct;
    if (!named || !f->local[a - f->all.at]) return false;
    for (uint32_t n = 0; n < names->count && link->name == TRACE_NONE; n++)
        if (carry_same_name(names->at[n]->name, a->name)) link->name = n;
    if (link->name == TRACE_NONE) return false;
    bool only = carry_only_loaded(f, carry_fact_of(f, &carry->arena, a->name));
    link->sure = part->clear && only && link->name < names->direct && !names->chosen;
    link->at_once = chooses(a->right) || !only;
    return true;
}

static int by_number(const void *pa, const void *pb)
{
    const uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;
    return (a > b) - (a < b);
}

/* The sites whose lines set a variable of `names`, in their order. */
static void find_sites(struct carry *carry, const struct carry_function *f,
                       const struct names *names)
{
    uint32_t kept = 0;
    carry->site_count = 0;
    for (uint32_t n = 0; n < names->count; n++) {
        uint32_t i, end = carry_assigns(f, names->at[n]->name, &i);
        for (; i < end; i++)
            for (uint32_t k = f->sites_of[f->order[i]]; k < f->sites_of[f->order[i] + 1]; k++) {
                MEM_GROW(carry->sites, carry->site_count, carry->site_capacity);
                carry->sites[carry->site_count++] = f->sites[k];
            }
    }
    if (!carry->site_count) return;
    qsort(carry->sites, carry->site_count, sizeof *carry->sites, by_number);
    for (uint32_t i = 0; i < carry->site_count; i++)
        if (!i || carry->sites[i] != carry->sites[i - 1]) carry->sites[kept++] = carry->sites[i];
    carry->site_count = kept;
}

static void link_sites(struct carry *carry, struct carry_function *f, const struct names *names,
                       struct carry_links *links)
{
    find_sites(carry, f, names);
    for (uint32_t i = 0; i < carry->site_count && links->count < CARRY_LINKS; i++)
        links->count +=
            link_site(carry, f, names, carry->sites[i], true, &links->links[links->count]);
    if (links->count) return;
    for (uint32_t i = 0; i < carry->trace->site_count && links->count < CARRY_LINKS; i++)
        links->count += link_site(carry, f, names, i, false, &links->links[links->count]);
}

/* "s[t] = v", and everywhere "v = x[...]". */
static bool is_copy(const struct carry *carry, const struct carry_function *f,
                    const struct names *names, const struct carry_links *links)
{
    const struct assignment *stored = names->stored;
    if (!stored || names->chosen || stored->compound || !names->direct) return false;
    if (strcmp(stored->right, names->at[0]->name) != 0 || carry_changed(f, names->at[0]))
        return false;
    for (uint32_t i = 0; i < links->count; i++) {
        if (!links->links[i].sure) continue;
        const struct assignment *a = carry->parts[links->links[i].site].assignment;
        if (!a || strcmp(a->name, names->at[0]->name) != 0 || !ctext_is_element(a->right))
            return false;
    }
    return true;
}

const struct carry_links *carry_links_of(struct carry *carry, uint32_t source, uint32_t line)
{
    struct known **list = &carry->known[(source * 0x9e3779b1u + line) % LISTS];
    for (struct known *known = *list; known; known = known->next)
        if (known->source == source && known->line == line) return &known->links;
    struct known *known = arena_alloc(&carry->arena, sizeof *known);
    struct carry_links *links = &known->links;
    struct names names;
    known->source = source;
    known->line = line;
    known->next = *list;
    *list = known;
    if (source >= carry->trace->source_count) return links;
    struct carry_function *f = function_of(carry, source, line);
    links->known = names_of_store(carry, f, line, &names);
    if (links->known) link_sites(carry, f, &names, links);
    links->copies = links->known && is_copy(carry, f, &names, links);
    return links;
}

const struct carry_loaders *carry_loaders_of(struct carry *carry, const struct trace_launch *launch,
                                             uint32_t block)
{
    carry_loaders_find(&carry->loaders, carry->trace, launch, block);
    return &carry->loaders;
}
