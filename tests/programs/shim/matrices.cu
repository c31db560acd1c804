/* WMMA: products of fragments of every type, both layouts, against loops over the elements. */
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

template <int M, int N, int K, class T, class S, class A, class B>
__global__ void product(const S *a, const S *b, const A *c, A *d, wmma::layout_t out)
{
    wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, B> fb;
    wmma::fragment<wmma::accumulator, M, N, K, A> sum, more;

    wmma::fill_fragment(sum, (A)0);
    for (int step = 0; step < 2; step++) {
        wmma::load_matrix_sync(fa, a + step * K, 2 * K);
        wmma::load_matrix_sync(
            fb, b + step * K * (std::is_same<B, wmma::row_major>::value ? N : 1),
            std::is_same<B, wmma::row_major>::value ? N : 2 * K);
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::load_matrix_sync(more, c, N, wmma::mem_row_major);
    for (int i = 0; i < sum.num_elements; i++)
        sum.x[i] = sum.x[i] * (A)2 + more.x[i];
    wmma::store_matrix_sync(d, sum, out == wmma::mem_row_major ? N : M, out);
}

template <int M, int N, int K, class T, class S, class A, class B> void test(const char *name)
{
    const bool rows = std::is_same<B, wmma::row_major>::value;
    S *a, *b;
    A *c, *d;
    cudaMallocManaged(&a, M * 2 * K * sizeof(S));
    cudaMallocManaged(&b, 2 * K * N * sizeof(S));
    cudaMallocManaged(&c, M * N * sizeof(A));
    cudaMallocManaged(&d, M * N * sizeof(A));
    for (int i = 0; i < M * 2 * K; i++)
        a[i] = (S)(float)(i % 7 - 3);
    for (int i = 0; i < 2 * K * N; i++)
        b[i] = (S)(float)(i % 5 - 2);
    for (int i = 0; i < M * N; i++)
        c[i] = (A)(float)(i % 11);
    for (int out = 0; out < 2; out++) {
        int wrong = 0;
        product<M, N, K, T, S, A, B><<<1, 32>>>(a, b, c, d, (wmma::layout_t)out);
        cudaDeviceSynchronize();
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                float sum = 0;
                for (int k = 0; k < 2 * K; k++)
                    sum += (float)a[i * 2 * K + k] * (float)b[rows ? k * N + j : j * 2 * K + k];
                wrong += (float)d[out ? j * M + i : i * N + j] != 2 * sum + (float)c[i * N + j];
            }
        printf("%s, %s: %d wrong\n", name, out ? "columns" : "rows", wrong);
    }
}

int main()
{
    test<16, 16, 16, half, half, float, wmma::row_major>("half to float");
    test<16, 16, 16, half, half, half, wmma::col_major>("half");
    test<32, 8, 16, half, half, float, wmma::col_major>("half, 32 x 8");
    test<8, 32, 16, __nv_bfloat16, __nv_bfloat16, float, wmma::row_major>("bfloat16, 8 x 32");
    test<16, 16, 8, wmma::precision::tf32, float, float, wmma::col_major>("tf32");
    test<16, 16, 16, signed char, signed char, int, wmma::row_major>("8-bit integers");
    test<8, 8, 4, double, double, double, wmma::col_major>("double");
    printf("%g\n", wmma::__float_to_tf32(1.0f + 1.0f / 4096));
    return 0;
}
