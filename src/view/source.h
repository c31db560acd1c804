/* source.h - inside the source view only: its lines' totals, what is wrong on them, the words. */
#ifndef SYNCSTEP_VIEW_SOURCE_H
#define SYNCSTEP_VIEW_SOURCE_H

#include "analysis/lines.h"
#include "view/view.h"

/* Of the cursor's launch; NULL where there is none. */
const struct line_table *source_table(const struct pane *pane);
bool source_site_is(const struct trace *trace, uint32_t site, uint32_t source, uint32_t line);
/* Has anything of what was found wrong, up to the cursor's round, to do with the line? */
bool source_wrong(const struct state *state, const struct pane *pane, uint32_t line);
void source_sentence(const struct state *state, const struct pane *pane, char *out, int size);

#endif
