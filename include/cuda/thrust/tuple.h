/* thrust/tuple.h */
#include "../syncstep/thrust.h"
