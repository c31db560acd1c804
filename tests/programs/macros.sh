#!/usr/bin/env bash
# A program may define any name that CUDA's headers do not own, before it includes them or with -D:
# every header of the shim has to compile among such macros.
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names="$(echo {A..Z}) BLOCK GRID LANES TILE SIZE WIDTH HEIGHT THREADS MODE COUNT Size Scope Stages
    Outer Parent Mode Type Tuple BLOCK_SIZE NUM MAX MIN"
{
    for name in $names; do echo "#define $name 7"; done
    find include/cuda -type f ! -path '*/syncstep/*' | sed 's|^include/cuda/||' | sort |
        sed 's|.*|#include <&>|'
    cat <<'CODE'
__global__ void reverse(int *p)
{
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = s[31 - threadIdx.x];
    atomicAdd(p, 1);
}
int main()
{
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    reverse<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    return h[0] == 63 && h[31] == 0 ? 0 : 1;
}
CODE
} > "$work/macros.cu"
options=()
for name in $names; do options+=(-D "$name=7"); done
program=$("${SYNCSTEP:-build/syncstep}" build "$work/macros.cu" "${options[@]}") || exit 1
"$program"
