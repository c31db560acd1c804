// A thread of one warp fills a ring for a thread of the other, and the whole kernel stands on one
// line: who reads and writes what is told of each.
// says 0 1: thread 0 reads in and writes buf[*] and head (line 6); thread 32 reads buf[*] and writes out and tail; 2 of 64 threads read head and tail.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void ring(const int*in,int*out,int n){ __shared__ volatile int buf[8]; __shared__ volatile int head,tail; if(threadIdx.x==0){head=0;tail=0;} __syncthreads(); if(threadIdx.x==0){ for(int i=0;i<n;i++){ while(head-tail==8); buf[i%8]=in[i]; __threadfence_block(); head=i+1; } } else if(threadIdx.x==32){ for(int i=0;i<n;i++){ while(tail==head); __threadfence_block(); out[i]=buf[i%8]+1; __threadfence_block(); tail=i+1; } } }
int main(){const int n=40; int h[n],*a,*b; for(int i=0;i<n;i++)h[i]=i*i; cudaMalloc(&a,sizeof h);cudaMalloc(&b,sizeof h);cudaMemcpy(a,h,sizeof h,cudaMemcpyHostToDevice); ring<<<1,64>>>(a,b,n); cudaMemcpy(h,b,sizeof h,cudaMemcpyDeviceToHost); printf("%d\n",h[39]); cudaFree(a);cudaFree(b);}
