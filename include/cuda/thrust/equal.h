/* thrust/equal.h */
#include "../syncstep/thrust_algorithms.h"
