/* thrust/generate.h */
#include "../syncstep/thrust_algorithms.h"
