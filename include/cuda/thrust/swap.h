/* thrust/swap.h */
#include "../syncstep/thrust_algorithms.h"
