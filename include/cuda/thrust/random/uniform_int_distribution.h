/* thrust/random/uniform_int_distribution.h */
#include "../../syncstep/thrust.h"
