/* thrust/functional.h */
#include "../syncstep/thrust.h"
