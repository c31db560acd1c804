/* thrust/remove.h */
#include "../syncstep/thrust_algorithms.h"
