/* Every way in which a launch is written. Each prints the number that its kernel stored. */
#include "launches.h"

#include <cstdio>

__device__ int result;

__global__ void store(int value) { result = value; }
__global__ void nothing() { result = 7; }
template <int N, class T> __global__ void add(T value) { result = N + (int)value; }
template <typename T> __global__ void where(T *place, int value) { *place = value; }
__global__ void pointer(const int *p, int q) { result = p ? 1 : q; }
__global__ void three(dim3 unused, float f, size_t n) { result = (int)(f * 2) + (int)n; }

namespace inner {
template <class F> __global__ void apply(F f) { result = f(blockIdx.x); }
}
struct holder {
    void (*kernel)(int);
    template <int N> static void run() { add<N><<<1, 1>>>(1); }
};

static void show(const char *what)
{
    int value = 0;
    cudaMemcpyFromSymbol(&value, result, sizeof value);
    printf("%s %d\n", what, value);
}

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
#define CHECK(call) do { call; if (cudaGetLastError() != cudaSuccess) printf("error\n"); } while (0)

template <class K> static void launch_any(K kernel, int value) { kernel<<<1, 1>>>(value); }

int main()
{
    int *d, n = 2;
    cudaStream_t stream;
    cudaMalloc(&d, sizeof *d);
    cudaStreamCreate(&stream);
    store<<<1, 1>>>(1); show("plain");
    store << <1, 1 >> >(2); show("spaced");
    store<<<
        dim3(1, 1),
        dim3(1)>>>
        (3); show("lines");
    nothing<<<1, 1>>>(); show("no arguments");
    store<<<1, 1>>>(0); nothing<<<1>>>(); show("one of four");
    add<4, int><<<1, n - 1, 0>>>(0); show("template");
    add<(4 > 3), long><<<1, 1, 0, stream>>>(4); show("template with >");
    where<<<1, 1>>>(d, 6); cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost); printf("deduced %d\n", n);
    pointer<<<1, 1>>>(NULL, 7); show("null");
    pointer<<<1, 1>>>(0, 8); show("zero");
    three<<<{1, 1}, {1}>>>(dim3(2), 1.5, 6); show("converted");
    LAUNCH(store, 10); show("macro");
    CHECK((store<<<1, 1>>>(11))); show("macro argument");
    CHECK(store<<<1 COMMA 1>>>(12)); show("comma macro");
    void (*table[2])(int) = {store, store};
    table[1]<<<1, 1>>>(13); show("array");
    (*table[0])<<<1, 1>>>(14); show("dereferenced");
    holder h = {store};
    h.kernel<<<1, 1>>>(15); show("member");
    (&h)->kernel<<<1, 1>>>(16); show("arrow");
    holder::run<16>(); show("static member");
    launch_any(store, 18); show("parameter");
    int base = 19;
    inner::apply<<<1, 1>>>([=] __device__(int i) { return base + i; }); show("lambda");
    from_header(20); show("header");
    if (n == 6) store<<<1, 1>>>(21); else store<<<1, 1>>>(0);
    show("if");
    for (int i = 0; i < 3; i++) store<<<1, 1>>>([i](int x) { return x + i; }(20)); show("for");
    cudaDeviceSynchronize();
    return cudaFree(d) || n >> 1 << 1 != 6;
}
// expect: plain 1
// expect: spaced 2
// expect: lines 3
// expect: no arguments 7
// expect: one of four 7
// expect: template 4
// expect: template with > 5
// expect: deduced 6
// expect: null 7
// expect: zero 8
// expect: converted 9
// expect: macro 10
// expect: macro argument 11
// expect: comma macro 12
// expect: array 13
// expect: dereferenced 14
// expect: member 15
// expect: arrow 16
// expect: static member 17
// expect: parameter 18
// expect: lambda 19
// expect: header 20
// expect: if 21
// expect: for 22
