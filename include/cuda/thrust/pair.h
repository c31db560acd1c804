/* thrust/pair.h */
#include "../syncstep/thrust.h"
