/* thrust/version.h */
#include "../syncstep/thrust.h"
