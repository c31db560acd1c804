/* builtin_types.h - part of vector_types.h here. */
#include "vector_types.h"
