/* cuRAND's generators in kernels; random_numbers.out is from an H200. */
#include <curand_kernel.h>
#include <stdio.h>

__global__ void numbers()
{
    curandState x;
    curand_init(1234ULL, threadIdx.x * 1000 + 3, 5, &x);
    unsigned a = curand(&x);
    float u = curand_uniform(&x), n = curand_normal(&x), m = curand_normal(&x);
    double d = curand_uniform_double(&x), e = curand_normal_double(&x);
    curandStatePhilox4_32_10_t p;
    curand_init(99ULL, threadIdx.x, 7, &p);
    unsigned b = curand(&p);
    float v = curand_uniform(&p);
    for (int i = 0; i < 9; i++)
        b ^= curand(&p) * (i + 1);
    float w = curand_normal(&p);
    printf("%d: %u %.6g %.5f %.5f %.11f %.10f | %u %.6g %.5f\n", threadIdx.x, a, u, n, m, d, e, b,
           v, w);
}

int main()
{
    numbers<<<1, 3>>>();
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
