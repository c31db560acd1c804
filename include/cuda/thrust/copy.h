/* thrust/copy.h */
#include "../syncstep/thrust_algorithms.h"
