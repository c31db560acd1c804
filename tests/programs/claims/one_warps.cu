// Several statements on one line, by roles; two barriers not all threads come to.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int*a,int*b,int*c){ __shared__ int s[128]; int t=threadIdx.x,w=t/32; if(w==0) s[t]=a[t]; else if(w==1) s[t]=b[t]; else if(w==2) c[t]=a[t]+b[t]; else { s[t]=1; c[t]=2; } __syncthreads(); if(w<2){ int x=s[t]; s[t]=s[t^1]; s[t^1]=x; } else if(w==2) s[t]=s[t-64]; __syncthreads(); c[t]=s[t]; if(w==3) return; __syncthreads(); b[t]=s[127-t]; }
int main(){ int h[256],*a,*b,*c; for(int i=0;i<256;i++)h[i]=(i*37)%101; cudaMalloc(&a,1024);cudaMalloc(&b,1024);cudaMalloc(&c,1024);cudaMemcpy(a,h,1024,cudaMemcpyHostToDevice);cudaMemcpy(b,h,1024,cudaMemcpyHostToDevice);cudaMemcpy(c,h,1024,cudaMemcpyHostToDevice); k<<<1,128>>>(a,b,c); cudaMemcpy(h,c,1024,cudaMemcpyDeviceToHost); printf("%d\n",h[3]); cudaFree(a);cudaFree(b);cudaFree(c);}
