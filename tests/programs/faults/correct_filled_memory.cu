// expect: none
// Memory that is filled in every way: by a kernel, cudaMemset, copies between devices arrays, rows,
// symbols, structs returned by value; vectors of which only some members have been written.
#include <cstdio>
#include <cuda_runtime.h>
struct Complex {
    double re, im;
};
struct Body {
    float x, y, z;
    char tag;
    double mass;
};
__device__ __noinline__ Complex polar(double r)
{
    Complex c = {r, -r};
    return c;
}
__device__ __noinline__ Body body(int i)
{
    Body b;
    b.x = i; b.y = 2 * i; b.z = 3 * i; b.tag = 'b'; b.mass = 1;
    return b;
}
__global__ void fill(Complex *c, Body *b, float4 *points, int n)
{
    int i = threadIdx.x;
    c[i] = polar(i);
    b[i] = body(i);
    points[i].x = i;
    points[i].y = 1;
    points[i].z = 2; // w stays as it is
    if (i == n) c[0].re = 5;
}
__global__ void use(const Complex *c, Body *b, const float4 *points, const int *zeros,
                    const int *copied, const int *rows, int pitch, int *out)
{
    int i = threadIdx.x;
    Complex z = c[31 - i];
    Body other = b[i];
    b[i] = other;
    float4 p = points[i];
    const int *row = (const int *)((const char *)rows + (i / 8) * pitch);
    out[i] = z.re + other.mass + p.x + p.y + zeros[i] + copied[i] + row[i % 8];
}
int main()
{
    int host[32], *zeros, *copied, *from, *rows, *out;
    size_t pitch;
    Complex *c;
    Body *b;
    float4 *points;
    for (int i = 0; i < 32; i++) host[i] = i;
    cudaMalloc(&zeros, sizeof host);
    cudaMalloc(&copied, sizeof host);
    cudaMalloc(&from, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&c, 32 * sizeof(Complex));
    cudaMalloc(&b, 32 * sizeof(Body));
    cudaMalloc(&points, 32 * sizeof(float4));
    cudaMallocPitch(&rows, &pitch, 8 * sizeof(int), 4);
    cudaMemset(zeros, 0, sizeof host);
    cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(copied, from, sizeof host, cudaMemcpyDeviceToDevice);
    cudaMemcpy2D(rows, pitch, host, 8 * sizeof(int), 8 * sizeof(int), 4, cudaMemcpyHostToDevice);
    fill<<<1, 32>>>(c, b, points, 40);
    use<<<1, 32>>>(c, b, points, zeros, copied, rows, pitch, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[3]);
    return cudaGetLastError();
}
