/* launch.h - how a launch's dimensions and its blocks are written. */
#ifndef SYNCSTEP_VIEW_LAUNCH_H
#define SYNCSTEP_VIEW_LAUNCH_H

#include "syncstep/trace.h"

/* "32", "(4,4)", "(8,8,2)": as many dimensions as are used. */
void launch_dims(const uint32_t dim[3], char out[40]);
/* A block by its index in the grid: "17", "(1,2)". */
void launch_block(const struct trace_launch *launch, uint32_t index, char out[40]);

#endif
