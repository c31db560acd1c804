// A program may define any name that CUDA's headers do not own before it includes them.
// expect: ^1 0$
#define COUNT 7
#define MODE 7
#define THREADS 7
#define WIDTH 7
#define SIZE 7
#define TILE 7
#define LANES 7
#define GRID 7
#define BLOCK 7
#define Z 7
#define Y 7
#define X 7
#define W 7
#define V 7
#define U 7
#define T 7
#define S 7
#define R 7
#define Q 7
#define P 7
#define O 7
#define N 7
#define M 7
#define L 7
#define K 7
#define J 7
#define I 7
#define H 7
#define G 7
#define F 7
#define E 7
#define D 7
#define C 7
#define B 7
#define A 7
#define Size 4
#define Scope 3
#define Stages 2
#define Outer 9
#define Parent 8
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/atomic>
#include <cuda/pipeline>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <helper_cuda.h>
#include <helper_image.h>
#include <helper_functions.h>
#include <stdio.h>
__global__ void k(int *p) { __shared__ int s[32]; s[threadIdx.x] = threadIdx.x; __syncthreads(); p[threadIdx.x] = s[31 - threadIdx.x]; atomicAdd(p, 1); }
int main() { int *d, h[32]; cudaMalloc(&d, sizeof h); k<<<1, 32>>>(d); cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); printf("%d %d\n", h[0] - 62, h[31]); }
