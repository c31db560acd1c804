/* thrust/fill.h */
#include "../syncstep/thrust_algorithms.h"
