/* thrust/system/cuda/execution_policy.h */
#include "../../../syncstep/thrust.h"
