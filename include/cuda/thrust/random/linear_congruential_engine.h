/* thrust/random/linear_congruential_engine.h */
#include "../../syncstep/thrust.h"
