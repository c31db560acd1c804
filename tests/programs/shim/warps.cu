/* Shuffles, votes, matches, reductions and atomics; warps.out is from an H200. */
#include <stdio.h>

struct row {
    int values[24];
};

__global__ void lanes(row *rows)
{
    int t = threadIdx.x, n = 0, predicate;
    int *v = rows[t].values;
    unsigned all = 0xffffffffu;
    v[n++] = __shfl_sync(all, t, 5);
    v[n++] = __shfl_sync(all, t, 37);
    v[n++] = __shfl_sync(all, t, t + 1, 8);
    v[n++] = __shfl_up_sync(all, t, 3);
    v[n++] = __shfl_up_sync(all, t, 3, 8);
    v[n++] = __shfl_down_sync(all, t, 3);
    v[n++] = __shfl_down_sync(all, t, 3, 16);
    v[n++] = __shfl_xor_sync(all, t, 5);
    v[n++] = __shfl_xor_sync(all, t, 9, 8);
    v[n++] = (int)__shfl_down_sync(all, (double)t / 2, 2);
    v[n++] = (int)(__shfl_xor_sync(all, (long long)t << 33, 1) >> 33);
    v[n++] = __ballot_sync(all, t % 3 == 0);
    v[n++] = __any_sync(all, t == 7) + 2 * __all_sync(all, t < 32) + 4 * __all_sync(all, t == 7);
    v[n++] = __match_any_sync(all, t / 5);
    v[n++] = __match_all_sync(all, t / 40, &predicate);
    v[n++] = predicate;
    v[n++] = __match_all_sync(all, t, &predicate);
    v[n++] = predicate;
    v[n++] = __reduce_add_sync(all, t) + __reduce_min_sync(all, t + 3) + __reduce_max_sync(all, t);
    v[n++] = __reduce_xor_sync(all, (unsigned)t * 77) + __reduce_or_sync(all, (unsigned)t & 5);
    if (t < 13) {
        unsigned some = __ballot_sync(0x1fff, t & 1);
        v[n++] = some;
        v[n++] = __shfl_sync(0x1fff, t * t, 12);
        v[n++] = __popc(__activemask());
    } else {
        v[n++] = __reduce_max_sync(0xffffe000u, t);
        v[n++] = __ballot_sync(0xffffe000u, t > 20);
        v[n++] = __popc(__activemask());
    }
    v[n] = n;
}

__global__ void atomics(int *i, unsigned *u, unsigned long long *w, float *f, double *d)
{
    int t = threadIdx.x;
    atomicAdd(&i[0], t);
    atomicSub(&i[1], t);
    atomicMin(&i[2], 50 - t);
    atomicMax(&i[3], t * 3 % 64);
    atomicAnd(&i[4], ~(1 << (t & 7)));
    atomicOr(&i[5], 1 << (t & 15));
    atomicXor(&i[6], t);
    atomicInc(&u[0], 9);
    atomicDec(&u[1], 9);
    atomicAdd(&u[2], 3u);
    atomicAdd(&w[0], 1ull << 33);
    atomicMax(&w[1], (unsigned long long)t << 35);
    atomicAdd(f, 0.5f);
    atomicAdd(d, 0.25);
    int old = i[7], assumed;
    do {
        assumed = old;
        old = atomicCAS(&i[7], assumed, assumed + 2);
    } while (assumed != old);
    if (t == 0)
        atomicExch(&i[8], 77);
    int count = __syncthreads_count(t % 5 == 0);
    int both = __syncthreads_and(t < 64) * 2 + __syncthreads_or(t == 63);
    if (t == 0) {
        i[9] = count;
        i[10] = both;
    }
}

int main()
{
    row *rows, host[32];
    cudaMalloc(&rows, sizeof host);
    cudaMemset(rows, 0, sizeof host);
    lanes<<<1, 32>>>(rows);
    cudaMemcpy(host, rows, sizeof host, cudaMemcpyDeviceToHost);
    for (int n = 0; n < 24; n++, puts(""))
        for (int t = 0; t < 32; t++)
            printf("%x ", host[t].values[n]);
    int *i;
    unsigned *u;
    unsigned long long *w;
    float *f;
    double *d;
    cudaMallocManaged(&i, 64);
    cudaMallocManaged(&u, 64);
    cudaMallocManaged(&w, 64);
    cudaMallocManaged(&f, 64);
    cudaMallocManaged(&d, 64);
    for (int k = 0; k < 11; k++)
        i[k] = k == 4 ? -1 : 0;
    u[0] = u[1] = u[2] = 0;
    w[0] = w[1] = 0;
    *f = 0;
    *d = 0;
    atomics<<<1, 64>>>(i, u, w, f, d);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int k = 0; k < 11; k++)
        printf("%d ", i[k]);
    printf("\n%u %u %u %llu %llu %g %g\n", u[0], u[1], u[2], w[0], w[1], *f, *d);
    return 0;
}
