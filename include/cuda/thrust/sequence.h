/* thrust/sequence.h */
#include "../syncstep/thrust_algorithms.h"
