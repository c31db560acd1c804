/* thrust/partition.h */
#include "../syncstep/thrust_algorithms.h"
