/* thrust/extrema.h */
#include "../syncstep/thrust_algorithms.h"
