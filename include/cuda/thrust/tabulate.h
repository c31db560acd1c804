/* thrust/tabulate.h */
#include "../syncstep/thrust_algorithms.h"
