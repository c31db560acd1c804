/* thrust/replace.h */
#include "../syncstep/thrust_algorithms.h"
