/* thrust/inner_product.h */
#include "../syncstep/thrust_algorithms.h"
