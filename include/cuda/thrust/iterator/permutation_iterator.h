/* thrust/iterator/permutation_iterator.h */
#include "../../syncstep/thrust.h"
