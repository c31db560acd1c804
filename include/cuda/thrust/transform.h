/* thrust/transform.h */
#include "../syncstep/thrust_algorithms.h"
