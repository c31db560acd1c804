// Threads read and write different arrays on one line, some of them several.
// says 0 0: 32 of 64 threads write a[t] (line 6); 32 of 64 threads read other[t] and write b[t-32]; thread 40 writes total; more on this line.
// says 0 2: each of 64 threads writes out[t] (line 6); 32 of 64 threads write a[*].
#include <cstdio>
#include <cuda_runtime.h>
__global__ void roles(const int*in,const int*other,int*out){ __shared__ int a[32],b[32]; __shared__ int total; int t=threadIdx.x; if(t<32) a[t]=in[t]; else b[t-32]=other[t]; if(t==40) total=in[5]; __syncthreads(); int v; if(t<16) v=a[t]; else if(t<48) v=b[t-16]; else v=total; __syncthreads(); if(t%2) out[t]=v; else { a[t/2]=v; out[t]=v+1; } }
int main(){ int h[64],*a,*b,*c; for(int i=0;i<64;i++)h[i]=i+1; cudaMalloc(&a,256);cudaMalloc(&b,256);cudaMalloc(&c,256);cudaMemcpy(a,h,256,cudaMemcpyHostToDevice);cudaMemcpy(b,h,256,cudaMemcpyHostToDevice); roles<<<1,64>>>(a,b,c); cudaMemcpy(h,c,256,cudaMemcpyDeviceToHost); printf("%d\n",h[3]); cudaFree(a);cudaFree(b);cudaFree(c);}
