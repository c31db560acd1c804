/* thrust/scatter.h */
#include "../syncstep/thrust_algorithms.h"
