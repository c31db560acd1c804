/* cuBLAS beside a kernel: the same product, column by column. */
#include <cublas_v2.h>
#include <stdio.h>

__global__ void product(const float *a, const float *b, float *c, int m, int n, int k)
{
    int i = threadIdx.x, j = blockIdx.x;
    float sum = 0;
    for (int l = 0; l < k; l++)
        sum += a[i + l * m] * b[l + j * k];
    c[i + j * m] = sum;
}

int main()
{
    enum { M = 3, N = 4, K = 5 };
    float *a, *b, *c, *d, one = 1, zero = 0, dot, norm;
    cudaMallocManaged(&a, M * K * sizeof(float));
    cudaMallocManaged(&b, K * N * sizeof(float));
    cudaMallocManaged(&c, M * N * sizeof(float));
    cudaMallocManaged(&d, M * N * sizeof(float));
    for (int i = 0; i < M * K; i++)
        a[i] = i % 7;
    for (int i = 0; i < K * N; i++)
        b[i] = i % 5 - 2;
    product<<<N, M>>>(a, b, c, M, N, K);
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return 1;
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &one, a, M, b, K, &zero, d, M);
    cublasSdot(handle, K, a, M, b, 1, &dot);
    cublasSnrm2(handle, M * N, d, 1, &norm);
    cudaDeviceSynchronize();
    for (int i = 0; i < M * N; i++)
        printf("%g/%g ", c[i], d[i]);
    int largest;
    cublasIsamax(handle, M * N, d, 1, &largest);
    printf("%g %.4f %d\n", dot, norm, largest);
    cublasDestroy(handle);
    return 0;
}
