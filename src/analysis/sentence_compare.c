#include "analysis/sentence.h"

#include "base/i18n.h"

#include <stdio.h>

static void payment_text(const struct round *round, char *out, size_t size)
{
    uint32_t warps = round->counts.warps, threads = round->counts.threads;
    bool full = threads == warps * TRACE_LANES;
    if (warps == 0 || threads == 0)
        snprintf(out, size, "%s", _("nothing"));
    else if (full && warps == 1)
        snprintf(out, size, "%s", _("one, full"));
    else if (full)
        snprintf(out, size, _("%u, all full"), warps);
    else if (warps * TRACE_LANES % threads == 0 && warps == 1)
        snprintf(out, size, _("one warp and uses 1 lane in %u"), TRACE_LANES / threads);
    else if (warps * TRACE_LANES % threads == 0)
        snprintf(out, size, _("%u warps and uses 1 lane in %u"), warps,
                 warps * TRACE_LANES / threads);
    else
        i18n_counted(out, size, _("%u {warp|warps} and uses %u {lane|lanes}"), warps, threads);
}

void sentence_compare(const struct round *left, const struct round *right, char *out, size_t size)
{
    char pays[2][96];
    uint64_t additions[2] = {sentence_additions(left), sentence_additions(right)};
    size_t used = 0;
    if (left->index == right->index)
        used = (size_t)snprintf(out, size, _("Round %u: "), left->index);
    else
        used = (size_t)snprintf(out, size, _("Rounds %u and %u: "), left->index, right->index);
    if (additions[0] && additions[0] == additions[1])
        used += (size_t)snprintf(
            out + used, size - used,
            ONE_OR(additions[0], _("%u addition on both sides."), _("%u additions on both sides.")),
            (unsigned)additions[0]);
    else if (left->counts.threads == right->counts.threads)
        used += (size_t)snprintf(out + used, size - used,
                                 ONE_OR(left->counts.threads, _("%u thread works on both sides."),
                                        _("%u threads work on both sides.")),
                                 left->counts.threads);
    else
        used += (size_t)snprintf(out + used, size - used,
                                 ONE_OR(left->counts.threads,
                                        _("%u thread works on the left, %u on the right."),
                                        _("%u threads work on the left, %u on the right.")),
                                 left->counts.threads, right->counts.threads);
    if (used >= size) return;
    if (left->counts.warps == right->counts.warps) {
        snprintf(out + used, size - used,
                 left->counts.warps == 1 ? _(" Both sides pay for %u warp.")
                                         : _(" Both sides pay for %u warps."),
                 left->counts.warps);
        return;
    }
    payment_text(left, pays[0], sizeof pays[0]);
    payment_text(right, pays[1], sizeof pays[1]);
    snprintf(out + used, size - used,
             _(" A warp is issued as a whole: the left side pays for %s, the right side pays for "
               "%s."),
             pays[0], pays[1]);
}
