/* thrust/iterator/iterator_traits.h */
#include "../../syncstep/thrust.h"
