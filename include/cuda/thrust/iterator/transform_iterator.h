/* thrust/iterator/transform_iterator.h */
#include "../../syncstep/thrust.h"
