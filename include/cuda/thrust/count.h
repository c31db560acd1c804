/* thrust/count.h */
#include "../syncstep/thrust_algorithms.h"
