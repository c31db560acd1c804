// The whole kernel on one line.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int*a,int*b,int*c){ __shared__ int s[64],q[64]; int t=threadIdx.x; for(int i=t;i<64;i+=16){ s[i]=a[i]; q[63-i]=b[i]; } __syncthreads(); int x=0; for(int i=0;i<=t;i++) x+=s[i]; for(int i=t;i<32;i++) x-=q[i]; __syncthreads(); s[t]=x; q[t]=s[t]+1; if(t<4) for(int i=0;i<t;i++) c[i*4+t]=q[t]; }
int main(){ int h[256],*a,*b,*c; for(int i=0;i<256;i++)h[i]=(i*37)%101; cudaMalloc(&a,1024);cudaMalloc(&b,1024);cudaMalloc(&c,1024);cudaMemcpy(a,h,1024,cudaMemcpyHostToDevice);cudaMemcpy(b,h,1024,cudaMemcpyHostToDevice);cudaMemcpy(c,h,1024,cudaMemcpyHostToDevice); k<<<1,16>>>(a,b,c); cudaMemcpy(h,c,1024,cudaMemcpyDeviceToHost); printf("%d\n",h[3]); cudaFree(a);cudaFree(b);cudaFree(c);}
