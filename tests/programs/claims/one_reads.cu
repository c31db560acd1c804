// Threads of one line read different arrays, and nothing on it is stored.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void look(const int*in,int*out){ __shared__ int a[64],b[64]; int t=threadIdx.x; a[t]=in[t]; b[t]=in[t]+1; __syncthreads(); int v; if(t<32) v=a[t+1]; else v=b[t-3]+b[63-t]; if(t==50) v+=a[7]; __syncthreads(); a[t]=v; __syncthreads(); int w=t<8?a[0]:b[t]; __syncthreads(); out[t]=w+v; }
int main(){ int h[64],*a,*b; for(int i=0;i<64;i++)h[i]=i; cudaMalloc(&a,256);cudaMalloc(&b,256);cudaMemcpy(a,h,256,cudaMemcpyHostToDevice); look<<<1,64>>>(a,b); cudaMemcpy(h,b,256,cudaMemcpyDeviceToHost); printf("%d\n",h[3]); cudaFree(a);cudaFree(b);}
