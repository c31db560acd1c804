// The whole kernel on one line.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int*a,int*b,int*c){ __shared__ int n,m; int t=threadIdx.x; if(!t){n=0;m=0;} __syncthreads(); if(a[t]>50){ int i=atomicAdd(&n,1); c[i]=a[t]; } else { int i=atomicAdd(&m,1); b[63-i]=a[t]; } __syncthreads(); if(t==0) c[200]=n; else if(t==1) atomicExch(&c[201],m); atomicMin(&c[202],a[t]); }
int main(){ int h[256],*a,*b,*c; for(int i=0;i<256;i++)h[i]=(i*37)%101; cudaMalloc(&a,1024);cudaMalloc(&b,1024);cudaMalloc(&c,1024);cudaMemcpy(a,h,1024,cudaMemcpyHostToDevice);cudaMemcpy(b,h,1024,cudaMemcpyHostToDevice);cudaMemcpy(c,h,1024,cudaMemcpyHostToDevice); k<<<1,64>>>(a,b,c); cudaMemcpy(h,c,1024,cudaMemcpyDeviceToHost); printf("%d\n",h[3]); cudaFree(a);cudaFree(b);cudaFree(c);}
