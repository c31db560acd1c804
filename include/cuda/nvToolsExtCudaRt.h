/* nvToolsExtCudaRt.h - NVTX, see nvToolsExt.h. */
#include "nvToolsExt.h"
