/* thrust/adjacent_difference.h */
#include "../syncstep/thrust_algorithms.h"
