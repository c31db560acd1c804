/* thrust/iterator/zip_iterator.h */
#include "../../syncstep/thrust.h"
