// What a warp's read of constant memory costs: 4, 8 and 16 bytes a lane, 1 to 32 different addresses
// side by side or a cache line apart. Prints for each kernel how many requests to the constant cache
// the rule of src/view/access_constant.c says, in the order of the launches.
#include <cstdio>
#include <cstring>

enum { BYTES = 61440, STEPS = 256, BEFORE = 16 };
__constant__ __align__(16) char table[BYTES];

__device__ int index_in(int value) { return value; }
__device__ int index_in(long long value) { return (int)value; }
__device__ int index_in(int4 value) { return value.x + (value.y | value.z | value.w); }

// Each element holds its own index: a chain of reads that the compiler cannot shorten.
template <class T>
__global__ void chase(int different, int apart, int *out)
{
    const T *elements = (const T *)table;
    int at = threadIdx.x % different * apart;
#pragma unroll 1
    for (int i = 0; i < BEFORE + STEPS; i++)
        at = index_in(elements[at]);
    out[threadIdx.x] = at;
}

template <class T>
void measure(int *out)
{
    static char host[BYTES];
    memset(host, 0, sizeof host);
    for (int i = 0; i < (int)(BYTES / sizeof(T)); i++)
        memcpy(host + i * sizeof(T), &i, sizeof i);
    cudaMemcpyToSymbol(table, host, sizeof host);
    for (int far = 0; far < 2; far++)
        for (int different = 1; different <= 32; different *= 2) {
            chase<T><<<1, 32>>>(different, far ? (int)(256 / sizeof(T)) : 1, out);
            int pieces = sizeof(T) > 8 ? sizeof(T) / 8 : 1;
            printf("%d bytes, %d different: %d requests\n", (int)sizeof(T), different,
                   (BEFORE + STEPS) * different * pieces);
        }
}

int main()
{
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    measure<int>(out);
    measure<long long>(out);
    measure<int4>(out);
    return cudaDeviceSynchronize();
}
