/* thrust/gather.h */
#include "../syncstep/thrust_algorithms.h"
