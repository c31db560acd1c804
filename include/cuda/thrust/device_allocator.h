/* thrust/device_allocator.h */
#include "../syncstep/thrust.h"
