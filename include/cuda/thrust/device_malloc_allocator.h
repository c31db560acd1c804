/* thrust/device_malloc_allocator.h */
#include "../syncstep/thrust.h"
