/* thrust/device_malloc.h */
#include "../syncstep/thrust.h"
