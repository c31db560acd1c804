#!/usr/bin/env bash
# The plain build has the very machine code that nvcc makes for the file alone. Needs nvcc, no GPU.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
syncstep=${SYNCSTEP:-$top/build/syncstep}
command -v nvcc >/dev/null || { echo "sass: no nvcc here, skipped"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for name in cubes_tree matmul_tiled warp_shuffles; do
    export XDG_CACHE_HOME=$work/$name SYNCSTEP_GPU_ARCH=90
    nvcc -w -arch=sm_90 -cubin -o "$work/$name.cubin" "$top/kernels/$name.cu" || exit 1
    # Without a driver the program fails; it has been built all the same.
    $syncstep record --backend gpu --as compiled "$top/kernels/$name.cu" -o "$work/$name.npz" >"$work/log" 2>&1
    ours=$(ls "$XDG_CACHE_HOME"/syncstep/build-gpu/*/optimised.cubin 2>/dev/null)
    [ -n "$ours" ] && python3 "$top/tests/gpu/tools/same_code.py" "$work/$name.cubin" "$ours" >"$work/out" ||
        { echo "sass: $name differs"; cat "$work/out" "$work/log"; failed=1; }
done
[ $failed = 0 ] && echo "sass: the plain build is what nvcc makes"
exit $failed
