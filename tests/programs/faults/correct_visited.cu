// Breadth first: what others update by atomics is read by an atomic, through a volatile pointer, or as
// a guess that the compare and swap then checks.
// expect: none
#include <cstdio>
#include <cstring>
__global__ void level(const int *start, const int *to, int *dist, int n, int cur, int *more)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || atomicAdd(&dist[v], 0) != cur) return;
    for (int e = start[v]; e < start[v + 1]; e++)
        if (atomicCAS(&dist[to[e]], -1, cur + 1) == -1)
            *more = 1;
}
__global__ void level_volatile(const int *start, const int *to, int *dist, int n, int cur, int *more)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || ((volatile int *)dist)[v] != cur) return;
    for (int e = start[v]; e < start[v + 1]; e++)
        if (dist[to[e]] == -1 && atomicCAS(&dist[to[e]], -1, cur + 1) == -1)
            *more = 1;
}
int main()
{
    const int n = 150;
    int start[n + 1], to[2 * n], dist[n];
    for (int i = 0; i < n; i++) { start[i] = 2 * i; to[2 * i] = (i + 1) % n; to[2 * i + 1] = (i * 2) % n; dist[i] = i ? -1 : 0; }
    start[n] = 2 * n;
    int *ds, *dt, *dd, *dm, more = 1, cur = 0;
    cudaMalloc(&ds, sizeof start); cudaMalloc(&dt, sizeof to); cudaMalloc(&dd, sizeof dist); cudaMalloc(&dm, sizeof(int));
    cudaMemcpy(ds, start, sizeof start, cudaMemcpyHostToDevice);
    cudaMemcpy(dt, to, sizeof to, cudaMemcpyHostToDevice);
    cudaMemcpy(dd, dist, sizeof dist, cudaMemcpyHostToDevice);
    while (more) {
        more = 0;
        cudaMemcpy(dm, &more, sizeof more, cudaMemcpyHostToDevice);
        if (cur % 2) level<<<(n + 31) / 32, 32>>>(ds, dt, dd, n, cur, dm);
        else level_volatile<<<(n + 31) / 32, 32>>>(ds, dt, dd, n, cur, dm);
        cur++;
        cudaMemcpy(&more, dm, sizeof more, cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(dist, dd, sizeof dist, cudaMemcpyDeviceToHost);
    printf("levels %d, last %d\n", cur, dist[n - 1]);
    cudaFree(ds); cudaFree(dt); cudaFree(dd); cudaFree(dm);
}
