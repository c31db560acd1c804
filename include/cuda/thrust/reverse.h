/* thrust/reverse.h */
#include "../syncstep/thrust_algorithms.h"
