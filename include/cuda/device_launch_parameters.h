/* device_launch_parameters.h - the built-in variables. */
#ifndef SYNCSTEP_DEVICE_LAUNCH_PARAMETERS_H
#define SYNCSTEP_DEVICE_LAUNCH_PARAMETERS_H
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "syncstep/builtins.h"

#endif
