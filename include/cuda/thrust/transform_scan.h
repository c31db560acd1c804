/* thrust/transform_scan.h */
#include "../syncstep/thrust_algorithms.h"
