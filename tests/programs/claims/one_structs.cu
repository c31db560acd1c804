// The whole kernel on one line.
#include <cstdio>
#include <cuda_runtime.h>
struct P{int x,y;}; __global__ void k(int*a,int*b,int*c){ __shared__ P p[64]; int t=threadIdx.x; if(t<32) p[t].x=a[t]; else p[t].y=a[t]; __syncthreads(); if(t<32) p[t].y=b[t]; else p[t].x=p[t].y; if(t==5) c[9]=1; __syncthreads(); P q=p[63-t]; c[t]=q.x-q.y; p[t]=q; }
int main(){ int h[256],*a,*b,*c; for(int i=0;i<256;i++)h[i]=(i*37)%101; cudaMalloc(&a,1024);cudaMalloc(&b,1024);cudaMalloc(&c,1024);cudaMemcpy(a,h,1024,cudaMemcpyHostToDevice);cudaMemcpy(b,h,1024,cudaMemcpyHostToDevice);cudaMemcpy(c,h,1024,cudaMemcpyHostToDevice); k<<<1,64>>>(a,b,c); cudaMemcpy(h,c,1024,cudaMemcpyDeviceToHost); printf("%d\n",h[3]); cudaFree(a);cudaFree(b);cudaFree(c);}
