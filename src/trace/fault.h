/* fault.h - within trace: the names of faults, in traces as well as in reports. */
#ifndef SYNCSTEP_TRACE_FAULT_H
#define SYNCSTEP_TRACE_FAULT_H

#include "syncstep/trace.h"

extern const char *const trace_fault_names[TRACE_FAULT_COUNT + 1]; /* by enum; ended by NULL */

#endif
