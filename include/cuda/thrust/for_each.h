/* thrust/for_each.h */
#include "../syncstep/thrust_algorithms.h"
