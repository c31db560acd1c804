#include "analysis/carry.h"

#include "analysis/carry_text.h"
#include "analysis/words.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES = 32 };

struct known { /* a line that stores */
    uint32_t source, line;
    struct carry_links *links;
};

struct carry {
    const struct trace *trace;
    struct arena arena;
    struct known *known;
    uint32_t count, capacity;
};

/* The variables whose values go into what a line stores: those on it first, then those that went
 * into them. */
struct names {
    char at[NAMES][CARRY_NAME];
    uint32_t count, direct;
    bool chosen; /* which of them it is depends on something */
    const struct assignment *stored;
};

struct carry *carry_create(const struct trace *trace)
{
    struct carry *carry = mem_alloc(sizeof *carry);
    carry->trace = trace;
    arena_init(&carry->arena);
    return carry;
}

void carry_destroy(struct carry *carry)
{
    if (!carry) return;
    arena_fini(&carry->arena);
    free(carry->known);
    free(carry);
}

/* ---- Names ---------------------------------------------------------------------------------- */

/* Is it a variable of the block's, "__shared__ int total;"? It is no register. */
static bool is_shared(const struct assignments *all, const char *name)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (!all->at[i].assigns && strstr(all->at[i].right, "__shared__") &&
            carry_has_name(all->at[i].right, name))
            return true;
    return false;
}

/* Names that are set somewhere in the function: others are parameters, arrays, constants. */
static void add_names(const struct assignments *all, const char *right, struct names *names)
{
    char name[CARRY_NAME];
    for (size_t at = 0; carry_next_name(right, &at, name);) {
        bool set = false, seen = false;
        for (uint32_t i = 0; i < all->count && !set; i++)
            set = all->at[i].assigns && carry_same_name(all->at[i].name, name);
        for (uint32_t i = 0; i < names->count; i++)
            seen |= strcmp(names->at[i], name) == 0;
        if (set && !seen && !is_shared(all, name) && names->count < NAMES)
            memcpy(names->at[names->count++], name, sizeof name);
    }
}

/* Is the variable one of the function's own, and not an array that others see as well? */
static bool is_local(const struct assignments *all, const struct assignment *a)
{
    size_t base = strcspn(a->name, "[");
    if (!*a->name) return false;
    if (!a->indexed) return true;
    for (uint32_t i = 0; i < all->count; i++) {
        const char *text = all->at[i].assigns ? "" : all->at[i].right;
        if (strstr(text, "__shared__") || strncmp(text, "return ", 7) == 0) continue;
        for (const char *at = text; (at = strchr(at, ' ')); at++)
            if (strncmp(at + 1, a->name, base) == 0 && at[1 + base] == '[') return true;
    }
    return false;
}

static bool chooses(const char *text)
{
    return strchr(text, '?') || strstr(text, "&&") || strstr(text, "||");
}

static bool stands_on(const struct assignment *a, uint32_t line)
{
    return a->first <= line && line <= a->last;
}

/* False: the line has no statement that we understand. */
static bool names_of_store(const struct carry *carry, const struct assignments *all,
                           uint32_t source, uint32_t line, struct names *names)
{
    bool any = false;
    *names = (struct names){.count = 0};
    for (uint32_t i = 0; i < all->count; i++) {
        if (!stands_on(&all->at[i], line)) continue;
        const struct assignment *a = &all->at[i];
        bool stores = a->assigns && (a->indexed || !*a->name) && !is_local(all, a);
        add_names(all, a->right, names);
        names->chosen |= chooses(a->right) || (stores && names->stored);
        if (stores) names->stored = a;
        any = true;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < names->count; i++)
        if (!words_no_value(carry->trace, source, line, names->at[i]))
            memmove(names->at[kept++], names->at[i], CARRY_NAME);
    names->count = names->direct = kept;
    for (uint32_t n = 0; n < names->count; n++)
        for (uint32_t i = 0; i < all->count; i++)
            if (all->at[i].assigns && carry_same_name(all->at[i].name, names->at[n]))
                add_names(all, all->at[i].right, names);
    return any;
}

/* ---- Links ---------------------------------------------------------------------------------- */

/* The part of a statement that an access belongs to: on its line the last that begins before its
 * column. NULL: none. *clear: false where several may be it. */
static const struct assignment *part_of(const struct assignments *all,
                                        const struct trace_site *site, bool *clear)
{
    const struct assignment *found = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct assignment *a = &all->at[i];
        if (!stands_on(a, site->line)) continue;
        bool before = a->line < site->line || a->column <= site->column;
        count++;
        if (!found || before) found = a;
    }
    *clear = site->column || count == 1;
    return found;
}

static bool loads(const struct carry *carry, const struct assignments *all, uint32_t source,
                  const struct assignment *a)
{
    bool clear;
    for (uint32_t i = 0; i < carry->trace->site_count; i++)
        if (carry->trace->sites[i].source == source && stands_on(a, carry->trace->sites[i].line) &&
            part_of(all, &carry->trace->sites[i], &clear) == a)
            return true;
    return false;
}

/* Is all that the variable ever is loaded, by plain assignments? */
static bool only_loaded(const struct carry *carry, const struct assignments *all, uint32_t source,
                        const char *name)
{
    char address[CARRY_NAME + 1] = "&";
    memcpy(address + 1, name, strlen(name) + 1);
    for (uint32_t i = 0; i < all->count; i++) {
        const struct assignment *a = &all->at[i];
        const char *at = strstr(a->right, address);
        if (at && (at == a->right || at[-1] != '&')) return false;
        if (!a->assigns || !carry_same_name(a->name, name)) continue;
        if (a->compound == loads(carry, all, source, a)) return false;
    }
    return true;
}

/* Sites whose line sets a variable of `names` (`named`); or sets none: in a function that returns
 * it, as an argument. */
static bool link_site(const struct carry *carry, const struct assignments *all,
                      const struct names *names, uint32_t source, uint32_t index, bool named,
                      struct carry_link *link)
{
    const struct trace_site *site = &carry->trace->sites[index];
    bool clear = true;
    const struct assignment *a = site->source == source ? part_of(all, site, &clear) : NULL;
    *link = (struct carry_link){.site = index, .line = site->line, .name = TRACE_NONE};
    if (!a || !a->assigns) return !named && names->direct;
    if (!named || !is_local(all, a)) return false;
    for (uint32_t n = 0; n < names->count && link->name == TRACE_NONE; n++)
        if (carry_same_name(names->at[n], a->name)) link->name = n;
    if (link->name == TRACE_NONE) return false;
    bool only = only_loaded(carry, all, source, a->name);
    link->sure = clear && only && link->name < names->direct && !names->chosen;
    link->at_once = chooses(a->right) || !only;
    return true;
}

/* Does any statement of the function change the variable, or a part of it, in place: "v *= 2", "v.x
 * = 0", "v++"? */
static bool is_changed(const struct assignments *all, const char *name)
{
    const size_t length = strlen(name);
    for (uint32_t i = 0; i < all->count; i++) {
        const struct assignment *a = &all->at[i];
        bool part = a->assigns && strcmp(a->name, name) != 0 && carry_same_name(a->name, name);
        if (part || (a->assigns && a->compound && strcmp(a->name, name) == 0)) return true;
        if (!carry_has_name(a->right, name)) continue;
        for (const char *at = strstr(a->right, name); at; at = strstr(at + length, name)) {
            size_t end = length + strcspn(at + length, "+-*/%&|^<>=!?:;,()[] ");
            bool before = at - a->right > 1 && at[-1] == at[-2] && strchr("+-", at[-1]);
            if (before || strncmp(at + end, "++", 2) == 0 || strncmp(at + end, "--", 2) == 0)
                return true;
        }
    }
    return false;
}

/* "s[t] = v", and everywhere "v = x[...]". */
static bool is_copy(const struct carry *carry, const struct assignments *all,
                    const struct names *names, const struct carry_links *links)
{
    const struct assignment *stored = names->stored;
    if (!stored || names->chosen || stored->compound || !names->direct) return false;
    if (strcmp(stored->right, names->at[0]) != 0 || is_changed(all, names->at[0])) return false;
    for (uint32_t i = 0; i < links->count; i++) {
        bool clear;
        if (!links->links[i].sure) continue;
        const struct assignment *a =
            part_of(all, &carry->trace->sites[links->links[i].site], &clear);
        if (!a || strcmp(a->name, names->at[0]) != 0 || !carry_is_element(a->right)) return false;
    }
    return true;
}

const struct carry_links *carry_links_of(struct carry *carry, uint32_t source, uint32_t line)
{
    const struct trace *trace = carry->trace;
    for (uint32_t i = 0; i < carry->count; i++)
        if (carry->known[i].source == source && carry->known[i].line == line)
            return carry->known[i].links;
    struct carry_links *links = arena_alloc(&carry->arena, sizeof *links);
    MEM_GROW(carry->known, carry->count, carry->capacity);
    carry->known[carry->count++] = (struct known){source, line, links};
    if (source >= trace->source_count) return links;
    struct arena arena;
    struct assignments all = {0};
    struct names names;
    arena_init(&arena);
    carry_read(trace->sources[source].text, line, &arena, &all);
    links->known = names_of_store(carry, &all, source, line, &names);
    for (int named = 1; named >= 0 && links->known && !links->count; named--)
        for (uint32_t i = 0; i < trace->site_count && links->count < CARRY_LINKS; i++)
            if (link_site(carry, &all, &names, source, i, named, &links->links[links->count]))
                links->count++;
    links->copies = links->known && is_copy(carry, &all, &names, links);
    free(all.at);
    arena_fini(&arena);
    return links;
}
