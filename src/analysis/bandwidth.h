/* bandwidth.h - effective bandwidth: every byte counted once.
 *
 * (distinct bytes of global memory read + distinct bytes written) / the launch's plain time, and
 * its share of the device's peak = memory clock x 2 x bus width (design.md section 6). Sectors
 * count every request instead: lines.h. */
#ifndef SYNCSTEP_ANALYSIS_BANDWIDTH_H
#define SYNCSTEP_ANALYSIS_BANDWIDTH_H

#include "analysis/analysis.h"

struct bandwidth {
    uint64_t read, written; /* distinct bytes, of the recorded blocks */
    bool complete;          /* all blocks were recorded, so these are the launch's */
    bool counted;           /* not all were, but the GPU has counted the launch's distinct bytes */
    /* Of the whole launch. Unless complete or counted an estimate: in proportion to the accesses,
     * but no more than there is in each allocation. */
    double read_all, written_all;
    bool timed;              /* the launch has a measured time */
    double nanoseconds;      /* median of the plain run */
    double bytes_per_second; /* 0 unless timed */
    double peak;             /* of the device, bytes per second; 0 unknown */
    double share;            /* of the peak, 0 to 1; more is impossible; 0 unknown */
};

const struct bandwidth *bandwidth_of_launch(struct analysis *analysis, uint32_t launch);
double bandwidth_peak(const struct trace_device *device); /* bytes per second, 0 unknown */

#endif
