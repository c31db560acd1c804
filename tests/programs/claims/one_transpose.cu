// Tiled transpose, the whole kernel on one line.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void flip(const float*in,float*out){ __shared__ float tile[8][9]; int x=threadIdx.x,y=threadIdx.y; tile[y][x]=in[y*8+x]; __syncthreads(); float v=tile[x][y]; out[y*8+x]=v; }
int main(){ float h[64],*a,*b; for(int i=0;i<64;i++)h[i]=i; cudaMalloc(&a,256);cudaMalloc(&b,256);cudaMemcpy(a,h,256,cudaMemcpyHostToDevice); flip<<<1,dim3(8,8)>>>(a,b); cudaMemcpy(h,b,256,cudaMemcpyDeviceToHost); printf("%g\n",h[1]); cudaFree(a);cudaFree(b);}
