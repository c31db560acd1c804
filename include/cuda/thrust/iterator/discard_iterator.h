/* thrust/iterator/discard_iterator.h */
#include "../../syncstep/thrust.h"
