/* thrust/device_reference.h */
#include "../syncstep/thrust.h"
