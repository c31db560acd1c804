// The whole kernel on one line.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int*a,int*b,int*c){ __shared__ int w[2]; int t=threadIdx.x,v=a[t]; for(int d=16;d;d/=2) v+=__shfl_down_sync(~0u,v,d); if(t%32==0) w[t/32]=v; __syncthreads(); if(t==0) c[0]=w[0]+w[1]; else if(t<8) c[t]=b[t]; }
int main(){ int h[256],*a,*b,*c; for(int i=0;i<256;i++)h[i]=(i*37)%101; cudaMalloc(&a,1024);cudaMalloc(&b,1024);cudaMalloc(&c,1024);cudaMemcpy(a,h,1024,cudaMemcpyHostToDevice);cudaMemcpy(b,h,1024,cudaMemcpyHostToDevice);cudaMemcpy(c,h,1024,cudaMemcpyHostToDevice); k<<<1,64>>>(a,b,c); cudaMemcpy(h,c,1024,cudaMemcpyDeviceToHost); printf("%d\n",h[3]); cudaFree(a);cudaFree(b);cudaFree(c);}
