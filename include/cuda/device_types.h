/* device_types.h - part of driver_types.h here. */
#include "driver_types.h"
