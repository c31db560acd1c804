/* thrust/reduce.h */
#include "../syncstep/thrust_algorithms.h"
