// Tree reduction, the whole kernel on one line.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void sum(const int*in,int*out,int n){ __shared__ int s[64]; int t=threadIdx.x,i=blockIdx.x*64+t; s[t]=i<n?in[i]:0; __syncthreads(); for(int h=32;h>0;h/=2){ if(t<h) s[t]+=s[t+h]; __syncthreads(); } if(t==0) out[blockIdx.x]=s[0]; }
int main(){ int h[100],r[2],*a,*b; for(int i=0;i<100;i++)h[i]=i+1; cudaMalloc(&a,sizeof h);cudaMalloc(&b,sizeof r);cudaMemcpy(a,h,sizeof h,cudaMemcpyHostToDevice); sum<<<2,64>>>(a,b,100); cudaMemcpy(r,b,sizeof r,cudaMemcpyDeviceToHost); printf("%d\n",r[0]+r[1]); cudaFree(a);cudaFree(b);}
