/* Local variables of device code that somebody reads before anybody has set them. */
#include "analysis/finding_draft.h"
#include "base/i18n.h"

#include <stdlib.h>

void findings_free_locals(struct finding_cache *cache)
{
    for (uint32_t i = 0; i < cache->local_count; i++) {
        free((char *)cache->locals[i].name);
        free((char *)cache->locals[i].function);
    }
    free(cache->locals);
}

void findings_add_locals(struct finding_cache *cache)
{
    struct arena *arena = &cache->arena;
    for (uint32_t i = 0; i < cache->local_count; i++) {
        const struct finding_local *local = &cache->locals[i];
        struct finding finding = finding_blank(TRACE_UNINITIALISED_READ, TRACE_WARNING, TRACE_NONE);
        finding.source = local->source;
        finding.line = local->line;
        finding.array = arena_strdup(arena, local->name);
        finding.marks[0] = (struct finding_mark){local->source, local->line, local->column, ""};
        finding.mark_count = 1;
        if (finding_draft_of_group(cache, &finding)) continue;
        finding.headline =
            local->array
                ? arena_printf(arena,
                               _("the local array %s of %s() is read before all of it is written"),
                               local->name, local->function)
                : arena_printf(arena,
                               _("the local variable %s of %s() is read before it is written"),
                               local->name, local->function);
        finding.because =
            local->printed
                ? _("A local variable does not start at 0. Run again with other values in it at "
                    "its declaration, the program printed something else or ended with another "
                    "status.")
                : _("A local variable does not start at 0. Run again with other values in it at "
                    "its declaration, the program got other values from the device.");
        finding.advice = _("give it a value where it is declared, such as 0.");
        finding_draft_add(cache, &finding)->before = 0;
    }
}
