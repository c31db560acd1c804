/* thrust/logical.h */
#include "../syncstep/thrust_algorithms.h"
