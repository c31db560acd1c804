/* thrust/iterator/counting_iterator.h */
#include "../../syncstep/thrust.h"
