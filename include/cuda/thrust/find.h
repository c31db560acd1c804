/* thrust/find.h */
#include "../syncstep/thrust_algorithms.h"
