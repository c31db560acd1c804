/* math_functions_dbl_ptx3.h - part of math_functions.h here. */
#include "math_functions.h"
