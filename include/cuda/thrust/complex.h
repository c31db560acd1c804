/* thrust/complex.h */
#include "../syncstep/thrust.h"
