/* thrust/memory.h */
#include "../syncstep/thrust.h"
