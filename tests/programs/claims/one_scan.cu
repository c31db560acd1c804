// Inclusive scan with two arrays, several statements on each line.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void scan(const int*in,int*out){ __shared__ int s[64]; int t=threadIdx.x; s[t]=in[t]; __syncthreads(); for(int d=1;d<64;d*=2){ int v=t>=d?s[t-d]:0; __syncthreads(); s[t]+=v; __syncthreads(); } out[t]=s[t]; if(t==63) out[64]=s[63]; else if(t==0) out[65]=s[1]; }
int main(){ int h[66],*a,*b; for(int i=0;i<64;i++)h[i]=1; cudaMalloc(&a,256);cudaMalloc(&b,264);cudaMemcpy(a,h,256,cudaMemcpyHostToDevice); scan<<<1,64>>>(a,b); cudaMemcpy(h,b,264,cudaMemcpyDeviceToHost); printf("%d %d\n",h[63],h[64]); cudaFree(a);cudaFree(b);}
