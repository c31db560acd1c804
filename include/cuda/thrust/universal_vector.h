/* thrust/universal_vector.h */
#include "../syncstep/thrust.h"
