/* thrust/device_free.h */
#include "../syncstep/thrust.h"
