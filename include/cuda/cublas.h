/* cublas.h - see cublas_v2.h: the interface with handles. */
#include "cublas_v2.h"
