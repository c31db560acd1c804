#include "analysis/fit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FIT_LIMIT ((int64_t)1 << 56) /* of an index; no memory is that large */

static int64_t expected(const struct fit *fit, const uint32_t thread[3])
{
    uint64_t index = (uint64_t)fit->index; /* unsigned: a hostile trace may not overflow it */
    for (int d = 0; d < 3; d++)
        index += (uint64_t)fit->slope[d] * (uint64_t)((int64_t)thread[d] - fit->first[d]);
    return (int64_t)index;
}

/* The first point that moves in exactly one dimension of unknown slope tells that slope. */
static void learn(struct fit *fit, const uint32_t thread[3], int64_t index)
{
    int moved = -1;
    for (int d = 0; d < 3; d++) {
        if (fit->known[d] || (int64_t)thread[d] == fit->first[d]) continue;
        if (moved >= 0) return;
        moved = d;
    }
    if (moved < 0) return;
    int64_t distance = (int64_t)thread[moved] - fit->first[moved];
    int64_t rise = (int64_t)((uint64_t)index - (uint64_t)expected(fit, thread));
    if (rise % distance) {
        fit->refuted = true;
        return;
    }
    fit->slope[moved] = rise / distance;
    fit->known[moved] = true;
}

void fit_add(struct fit *fit, const uint32_t thread[3], int64_t index)
{
    if (index > FIT_LIMIT || index < -FIT_LIMIT) fit->refuted = true;
    if (fit->refuted) return;
    if (fit->points++ == 0) {
        for (int d = 0; d < 3; d++)
            fit->first[d] = thread[d];
        fit->index = index;
        fit->single = true;
        return;
    }
    for (int d = 0; d < 3; d++)
        if ((int64_t)thread[d] != fit->first[d]) fit->single = false;
    learn(fit, thread, index);
    if (expected(fit, thread) != index) fit->refuted = true;
}

int64_t fit_constant(const struct fit *fit)
{
    return expected(fit, (const uint32_t[3]){0, 0, 0});
}

static size_t add_term(char *out, size_t size, size_t used, int64_t slope, const char *name)
{
    if (slope == 0 || used >= size) return used;
    const char *sign = slope < 0 ? "-" : used ? "+" : "";
    uint64_t size_of = slope < 0 ? 0 - (uint64_t)slope : (uint64_t)slope;
    int n = size_of == 1
                ? snprintf(out + used, size - used, "%s%s", sign, name)
                : snprintf(out + used, size - used, "%s%" PRIu64 "%s", sign, size_of, name);
    return used + (size_t)n;
}

bool fit_same(const struct fit *a, const struct fit *b)
{
    bool same = !a->refuted && !b->refuted && fit_constant(a) == fit_constant(b);
    for (int d = 0; d < 3; d++)
        same &= a->slope[d] == b->slope[d];
    return same;
}

bool fit_leads(const struct fit *rule, const struct fit *one)
{
    if (!one->points || !one->single || one->refuted) return false;
    if (!rule->points || rule->single || rule->refuted) return false;
    uint32_t thread[3];
    for (int d = 0; d < 3; d++)
        thread[d] = (uint32_t)one->first[d];
    return expected(rule, thread) == one->index;
}

bool fit_text(const struct fit *fit, bool flat, char *out, size_t size)
{
    static const char *const names[2][3] = {{"tx", "ty", "tz"}, {"t", "ty", "tz"}};
    out[0] = '\0';
    if (fit->refuted || fit->points == 0) return false;
    if (fit->single) {
        snprintf(out, size, "%" PRId64, fit->index);
        return true;
    }
    size_t used = 0;
    int64_t constant = fit_constant(fit);
    bool falls = true; /* "63-t" reads better than "-t+63" */
    for (int d = 0; d < 3; d++)
        falls &= fit->slope[d] <= 0;
    if (falls && constant) used = (size_t)snprintf(out, size, "%" PRId64, constant);
    for (int d = 2; d >= 0; d--)
        used = add_term(out, size, used, fit->slope[d], names[flat][d]);
    if (used >= size) return true;
    if (used == 0)
        snprintf(out, size, "%" PRId64, constant);
    else if (constant && !falls)
        snprintf(out + used, size - used, "%+" PRId64, constant);
    return true;
}
