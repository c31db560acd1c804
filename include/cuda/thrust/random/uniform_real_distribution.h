/* thrust/random/uniform_real_distribution.h */
#include "../../syncstep/thrust.h"
