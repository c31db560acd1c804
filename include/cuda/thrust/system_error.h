/* thrust/system_error.h */
#include "../syncstep/thrust.h"
