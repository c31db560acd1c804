// As updates.cu, but one addition is no atomic one.
#include <cstdio>

enum { N = 64 };

__global__ void updates(unsigned *out, double *reals)
{
    __shared__ unsigned u[8];
    __shared__ int s[2];
    __shared__ float f;
    __shared__ double d;
    __shared__ unsigned long long wide[2];
    const unsigned t = threadIdx.x;
    if (t < 8)
        u[t] = t == 3 ? ~0u : 0;
    if (t < 2)
        s[t] = 0;
    if (t < 2)
        wide[t] = 0;
    if (t == 0)
        f = d = 0;
    __syncthreads();
    atomicAdd(&u[0], t);
    atomicSub(&u[0], 1u);
    atomicMin(&u[3], t + 5);
    atomicMax(&u[1], t);
    atomicMin(&s[0], -(int)t);
    atomicMax(&s[1], (int)t - 9);
    atomicOr(&u[2], 1u << (t & 31));
    atomicAnd(&u[2], ~2u | t << 1);
    u[4] ^= t;
    atomicInc(&u[5], 9u);
    atomicDec(&u[6], 9u);
    atomicAdd(&f, 0.5f);
    atomicAdd(&d, 0.25);
    atomicAdd(&wide[0], 1ull << 33);
    atomicExch(&wide[1], 5ull);
    unsigned old = atomicAdd(&u[7], 0u), seen; // a lock-free addition
    do {
        seen = old;
        old = atomicCAS(&u[7], seen, seen + 2);
    } while (old != seen);
    __syncthreads();
    if (t < 8)
        out[t] = u[t];
    if (t == 0) {
        out[8] = s[0] + s[1];
        out[9] = (unsigned)(wide[0] >> 33) + (unsigned)wide[1];
        reals[0] = f + d;
    }
}

int main()
{
    unsigned h[10], *out;
    double r, *reals;
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&reals, sizeof r);
    updates<<<1, N>>>(out, reals);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(&r, reals, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 10; i++)
        if (i != 2)
            printf("%u ", h[i]);
    printf("%.2f\n", r);
}
