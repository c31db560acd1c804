/* thrust/iterator/constant_iterator.h */
#include "../../syncstep/thrust.h"
