/* thrust/scan.h */
#include "../syncstep/thrust_algorithms.h"
