/* thrust/random/normal_distribution.h */
#include "../../syncstep/thrust.h"
