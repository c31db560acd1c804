/* cuda_pipeline_primitives.h - see cuda_pipeline.h. */
#include "cuda_pipeline.h"
