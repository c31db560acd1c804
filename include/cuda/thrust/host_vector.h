/* thrust/host_vector.h */
#include "../syncstep/thrust_algorithms.h"
#include <iostream>
