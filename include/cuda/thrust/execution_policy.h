/* thrust/execution_policy.h */
#include "../syncstep/thrust.h"
