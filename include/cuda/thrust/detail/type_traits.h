/* thrust/detail/type_traits.h */
#include "../../syncstep/thrust.h"
