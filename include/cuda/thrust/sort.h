/* thrust/sort.h */
#include "../syncstep/thrust_algorithms.h"
