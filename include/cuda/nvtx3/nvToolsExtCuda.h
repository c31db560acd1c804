/* nvToolsExtCuda.h - NVTX, see nvToolsExt.h above. */
#include "../nvToolsExt.h"
