/* cuda_awbarrier.h - the barrier of cuda/barrier. */
#include "cuda/barrier"
