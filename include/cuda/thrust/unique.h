/* thrust/unique.h */
#include "../syncstep/thrust_algorithms.h"
