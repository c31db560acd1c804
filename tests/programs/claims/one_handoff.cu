// Warp 0 hands numbers to warp 1 through a flag; one line, and a poll by atomicAdd(&ready, 0).
#include <cstdio>
#include <cuda_runtime.h>
__global__ void hand(const int*in,int*out){ __shared__ int box[32]; __shared__ int ready; int t=threadIdx.x; if(t==0) ready=0; __syncthreads(); if(t<32){ box[t]=in[t]*2; __threadfence_block(); __syncwarp(); if(t==0) atomicExch(&ready,1); } else { while(atomicAdd(&ready,0)==0); __threadfence_block(); out[t-32]=box[63-t]; } }
int main(){ int h[32],*a,*b; for(int i=0;i<32;i++)h[i]=i; cudaMalloc(&a,128);cudaMalloc(&b,128);cudaMemcpy(a,h,128,cudaMemcpyHostToDevice); hand<<<1,64>>>(a,b); cudaMemcpy(h,b,128,cudaMemcpyDeviceToHost); printf("%d\n",h[3]); cudaFree(a);cudaFree(b);}
