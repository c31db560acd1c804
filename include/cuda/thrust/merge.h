/* thrust/merge.h */
#include "../syncstep/thrust_algorithms.h"
