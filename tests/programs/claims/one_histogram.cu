// Histogram in shared memory, the whole kernel on one line.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void count(const unsigned char*in,int*out,int n){ __shared__ int bins[16]; int t=threadIdx.x; if(t<16) bins[t]=0; __syncthreads(); for(int i=t;i<n;i+=64) atomicAdd(&bins[in[i]%16],1); __syncthreads(); if(t<16) atomicAdd(&out[t],bins[t]); }
int main(){ unsigned char h[200],*a; int r[16],*b; for(int i=0;i<200;i++)h[i]=i*7; cudaMalloc(&a,200);cudaMalloc(&b,64);cudaMemset(b,0,64);cudaMemcpy(a,h,200,cudaMemcpyHostToDevice); count<<<1,64>>>(a,b,200); cudaMemcpy(r,b,64,cudaMemcpyDeviceToHost); printf("%d\n",r[3]); cudaFree(a);cudaFree(b);}
