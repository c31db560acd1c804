/* fit.h - does an index follow from the thread's number? index = a·x + b·y + c·z + d.
 *
 * Points are added one by one; a fit is either still possible or refuted. Exact, in integers. */
#ifndef SYNCSTEP_ANALYSIS_FIT_H
#define SYNCSTEP_ANALYSIS_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fit {
    uint32_t points;
    bool refuted;
    bool single;      /* all points came from one thread: only `index` is meant */
    int64_t first[3]; /* the first point's thread */
    int64_t index;    /* and its index */
    bool known[3];    /* slope of this dimension has been seen */
    int64_t slope[3];
};

void fit_add(struct fit *fit, const uint32_t thread[3], int64_t index);

/* Do two fits lead every thread to one index? Refuted ones do not. */
bool fit_same(const struct fit *a, const struct fit *b);

/* Does the rule lead the thread from which all of `one`'s points came to their index? */
bool fit_leads(const struct fit *rule, const struct fit *one);

/* d in the formula above: the index that thread (0,0,0) would have. */
int64_t fit_constant(const struct fit *fit);

/* The index as people write it: "t+32", "2·t", "ty", "7"; with `flat` the thread's name is t, else
 * tx, ty, tz. Returns false (and writes "") when the points do not fit. */
bool fit_text(const struct fit *fit, bool flat, char *out, size_t size);

#endif
