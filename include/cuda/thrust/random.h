/* thrust/random.h */
#include "../syncstep/thrust.h"
