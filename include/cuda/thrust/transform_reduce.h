/* thrust/transform_reduce.h */
#include "../syncstep/thrust_algorithms.h"
