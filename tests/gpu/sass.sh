#!/usr/bin/env bash
# The plain build has the very machine code that nvcc makes for the file alone.
. "$(dirname "$0")/common.sh"
command -v cuobjdump >/dev/null || { echo "sass: no cuobjdump here, skipped"; exit 0; }
failed=0
for name in cubes_tree matmul_tiled warp_shuffles; do
    nvcc -w -arch="$arch" -o "$work/$name" "$top/kernels/$name.cu" || exit 1
    $syncstep record --backend gpu --as compiled --fresh "$top/kernels/$name.cu" -o "$work/$name.npz" >/dev/null 2>&1 ||
        $syncstep record --backend gpu --as compiled "$top/kernels/$name.cu" -o "$work/$name.npz" >/dev/null 2>&1
    plain=$(ls -t "${XDG_CACHE_HOME:-$HOME/.cache}"/syncstep/build-gpu/*/plain | head -1)
    for program in "$work/$name" "$plain"; do cuobjdump -sass "$program" | grep -E '^ +/\*[0-9a-f]{4}\*/|Function' | sed 's/_GLOBAL__N__[0-9a-f]*//; s/_INTERNAL_[0-9a-f]*//' >"$work/$(basename "$program").sass"; done
    [ -s "$work/$name.sass" ] && cmp -s "$work/$name.sass" "$work/plain.sass" || { echo "sass: $name differs"; failed=1; }
done
[ $failed = 0 ] && echo "sass: the plain build is what nvcc makes"
exit $failed
