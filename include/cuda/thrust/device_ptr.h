/* thrust/device_ptr.h */
#include "../syncstep/thrust.h"
