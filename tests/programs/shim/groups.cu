/* Cooperative groups; groups.out is from an H200. */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <stdio.h>

namespace cg = cooperative_groups;
enum { COLUMNS = 26, THREADS = 80 };

template <class G> __device__ int tree_sum(G group, int value)
{
    for (int i = group.size() / 2; i > 0; i /= 2)
        value += group.shfl_down(value, i);
    return value;
}

__device__ int any_group(cg::thread_group group)
{
    group.sync();
    return (int)(group.size() * 1000 + group.thread_rank());
}

__global__ void groups(int *out, const int *source)
{
    __shared__ int copied[64];
    cg::thread_block block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    int t = block.thread_rank(), n = 0;
    int *v = out + (blockIdx.x * THREADS + t) * COLUMNS;
    auto warp = cg::tiled_partition<32>(block);
    auto tile = cg::tiled_partition<4>(warp);
    cg::thread_block_tile<16> half = cg::tiled_partition<16>(block);
    v[n++] = block.size() * 100 + block.group_index().x * 10 + block.thread_index().x % 10;
    v[n++] = grid.size() * 100 + grid.thread_rank();
    v[n++] = warp.meta_group_size() * 100 + warp.meta_group_rank();
    v[n++] = tile.meta_group_size() * 100 + tile.meta_group_rank();
    v[n++] = half.meta_group_size() * 100 + half.meta_group_rank();
    v[n++] = tile.thread_rank() * 100 + half.thread_rank();
    v[n++] = any_group(block);
    v[n++] = any_group(half);
    v[n++] = any_group(cg::tiled_partition(block, 8));
    v[n++] = tile.shfl(t, 2) * 1000 + tile.shfl_up(t, 1);
    v[n++] = tile.shfl_xor(t, 3) * 1000 + tile.shfl_down(t, 2);
    v[n++] = tile.ballot(t & 1) * 100 + tile.any(t == 5) * 10 + tile.all(t < 70);
    v[n++] = half.match_any(t / 3);
    v[n++] = cg::reduce(half, t, cg::plus<int>());
    v[n++] = cg::reduce(tile, t * 7 % 11, cg::less<int>()) * 100 +
             cg::reduce(tile, t * 7 % 11, cg::greater<int>());
    v[n++] = (int)(cg::reduce(half, t * 0.5, [](double a, double b) { return a > b ? a : b; }) * 2);
    v[n++] = cg::inclusive_scan(half, t);
    v[n++] = cg::exclusive_scan(half, t, cg::plus<int>());
    if (t % 3 == 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        v[n++] = active.size() * 100 + active.thread_rank();
        v[n++] = active.shfl(t, 1) * 1000 + active.ballot(t & 1);
        v[n++] = cg::reduce(active, 1, cg::plus<int>());
    } else {
        v[n++] = -1;
        v[n++] = -1;
        v[n++] = -1;
    }
    v[n++] = t / 32 < 2 ? tree_sum(warp, t) * (warp.thread_rank() == 0) : 0;
    auto odd = cg::binary_partition(half, t & 1);
    v[n++] = odd.size() * 100 + odd.thread_rank();
    cg::memcpy_async(block, copied, source, sizeof(int) * 64);
    cg::wait(block);
    v[n++] = copied[(t * 5 + 1) % 64];
    cg::sync(block);
    v[n] = n;
}

int main()
{
    int *out, *source, numbers[64];
    static int host[2 * THREADS][COLUMNS];
    for (int i = 0; i < 64; i++)
        numbers[i] = i * i;
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&source, sizeof numbers);
    cudaMemset(out, 0, sizeof host);
    cudaMemcpy(source, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    void *arguments[] = {&out, &source};
    cudaError_t error = cudaLaunchCooperativeKernel((void *)groups, dim3(2), dim3(THREADS), arguments);
    printf("%s\n", cudaGetErrorString(error));
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 2 * THREADS; t += 7, puts(""))
        for (int n = 0; n < COLUMNS; n++)
            printf("%d ", host[t][n]);
    return 0;
}
