/* thrust/binary_search.h */
#include "../syncstep/thrust_algorithms.h"
