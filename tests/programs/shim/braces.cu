/* Arguments in braces, which get their type from the kernel; structs, lambdas, macros with commas. */
#include <cstdio>
struct S { int *a; int n; };
struct P { float x, y; int k[2]; };
struct C { int v; C(int a, int b) : v(a * b) {} };
namespace deep { struct Q { S s; int t; }; __global__ void q(Q v, int *o) { if (threadIdx.x == 0) o[0] = v.s.n + v.t; } }
__global__ void k(S s, float f) { int i = threadIdx.x; if (i < s.n) s.a[i] = (int)(i * f); }
__global__ void p(int *o, P v) { o[threadIdx.x] = (int)(v.x + v.y) + v.k[1]; }
__global__ void c(C v, int *o) { o[threadIdx.x] = v.v; }
__global__ void z(int *o, int *null, int five) { o[threadIdx.x] = null == nullptr ? five : -1; }
__global__ void e(dim3 d, int *o) { o[threadIdx.x] = d.x * 100 + d.y * 10 + d.z; }
template <class T> __global__ void t(S s, T v) { s.a[threadIdx.x] = (int)v + s.n; }
template <class F> __global__ void apply(F f, int n) { int i = threadIdx.x; if (i < n) f(i); }
#define LAUNCH(kernel, ...) kernel<<<1, 32>>>(__VA_ARGS__)
#define PAIR(a, n) {a, n}
static int host[32];
static int sum(const int *d) { cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost); int s = 0; for (int v : host) s += v; return s; }
struct Holder { void (*kernel)(S, float); int *d; void go() { kernel<<<1, 32>>>({d, 8}, 2.f); } };
__global__ void inner(S s, int b) { s.a[threadIdx.x] = s.n + b; }
__global__ void outer(int *a) { if (threadIdx.x == 0) inner<<<1, 32>>>({a, 3}, 4); }
__global__ void two(S s, int v) { s.a[threadIdx.x] = s.n + v; }
__global__ void two(int *o) { o[threadIdx.x] = 1; }
int main() {
    int *a, n = 16;
    cudaMalloc(&a, 32 * sizeof(int)); cudaMemset(a, 0, 128);
    k<<<1, 32>>>({a, n}, 1.f); printf("%d\n", sum(a));
    k<<<1, 32>>>({a, n + 0}, 2); printf("%d\n", sum(a));
    k<<<1, 32>>>(S{a, n}, 3.f); printf("%d\n", sum(a));
    k<<<1, 32>>>(S({a, 4}), 3.f); printf("%d\n", sum(a));
    k<<<1, 32>>>({.a = a, .n = 5}, 3.f); printf("%d\n", sum(a));
    k<<<1, 32>>>(S{.a = a, .n = 6}, {1.5f}); printf("%d\n", sum(a));
    p<<<1, 32>>>(a, {1, 2.5f, {3, 4}}); printf("%d\n", sum(a));
    p<<<1, 32>>>(a, {}); printf("%d\n", sum(a));
    c<<<1, 32>>>({6, 7}, a); printf("%d\n", sum(a));
    z<<<1, 32>>>(a, {}, {5}); printf("%d\n", sum(a));
    z<<<1, 32>>>(a, 0, {5}); printf("%d\n", sum(a));
    e<<<{1, 1}, {32, 1, 1}>>>({1, 2}, a); printf("%d\n", sum(a));
    deep::q<<<1, 32>>>({{a, 3}, 9}, a); printf("%d\n", sum(a));
    t<float><<<1, 32>>>({a, 1}, 2.5f); printf("%d\n", sum(a));
    t<<<1, 32>>>({a, 1}, 7.5f); printf("%d\n", sum(a));
    LAUNCH(k, {a, n}, 1.f); printf("%d\n", sum(a));
    LAUNCH(k, S{a, n}, 2.f); printf("%d\n", sum(a));
    LAUNCH(k, PAIR(a, 3), 2.f); printf("%d\n", sum(a));
    apply<<<1, 32>>>([=] __device__ (int i) { a[i] = i * n; }, n); printf("%d\n", sum(a));
    apply<<<1, 32>>>([=] __device__ (int i) { int q[2] = {i, n}, r = q[0] < q[1] ? 1 : 0; a[i] = r; }, {32}); printf("%d\n", sum(a));
    auto kk = k; kk<<<1, 32>>>({a, 2}, 100.f); printf("%d\n", sum(a));
    Holder{k, a}.go(); printf("%d\n", sum(a));
    void (*list[])(S, float) = {k, k}; list[1]<<<1, 32>>>({a, 2}, 50.f); printf("%d\n", sum(a));
    outer<<<1, 32>>>(a); printf("%d\n", sum(a));
    two<<<1, 32>>>({a, 1}, 2); printf("%d\n", sum(a));
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
