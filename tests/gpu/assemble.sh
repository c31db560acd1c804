#!/usr/bin/env bash
# Every program of kernels/ and tests/gpu/programs/: PTX rewritten and assembled for sm_75, sm_80 and
# sm_90, optimised and with -G, probed and timed. Needs nvcc and ptxas, no GPU. What has been
# assembled once is not assembled again until the program, the probe or the rewriter changes.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-$top/build}
command -v ptxas >/dev/null && command -v nvcc >/dev/null || { echo "assemble: no ptxas here, skipped"; exit 77; }
work=$build/assemble
mkdir -p "$work"
${CC:-gcc} -std=c17 -O1 -D_GNU_SOURCE -I"$top/src" -I"$top/include" "$top"/tests/gpu/rewrite.c \
    "$build"/libsyncstep.a -o "$work/rewrite" || exit 1
version=$(cat "$top"/src/gpu/ptx_*.[ch] "$top"/src/gpu/probe.h "$top"/src/gpu/target/*.cu* "$0" | cksum | cut -d' ' -f1)
failed=0
probe() { # once for each architecture
    [ -s "$work/probe_$1.$version.ptx" ] ||
        nvcc -ptx -rdc=true -arch="compute_$1" -O3 -I"$top/src" \
            -o "$work/probe_$1.$version.ptx" "$top/src/gpu/target/probe.cu"
}
assemble() { # source, kind of PTX, its architecture, GPU architecture, mode
    local name out
    name=$(basename "$1" .cu)
    out=$work/$name.$2.$3
    "$work/rewrite" "$out.ptx" "$out.out.ptx" "$out.sites" "$work/probe_$3.$version.ptx" $5 >"$out.log" 2>&1 &&
        ptxas -arch="sm_$4" -maxrregcount=64 -o /dev/null "$out.out.ptx" >>"$out.log" 2>&1 && return 0
    echo "assemble: $name, $2 PTX of compute_$3, sm_$4 $5:"
    head -5 "$out.log"
    return 1
}
one() {
    local source=$1 name stamp bad=0
    name=$(basename "$source" .cu)
    stamp=$work/$name.$(cat "$source" | cksum | cut -d' ' -f1).$version.ok
    [ -e "$stamp" ] && return 0
    local base=75
    grep -q 'sm_80' "$source" && base=80
    nvcc -w -ptx -arch=compute_$base -lineinfo -o "$work/$name.optimised.$base.ptx" "$source" &&
        nvcc -w -ptx -arch=compute_90 -G -o "$work/$name.written.90.ptx" "$source" || { echo "assemble: nvcc: $name"; return 1; }
    for sm in 75 80 90; do
        [ $sm -lt $base ] || assemble "$source" optimised $base $sm "" || bad=1
    done
    assemble "$source" written 90 90 "" || bad=1
    assemble "$source" written 90 90 timed || bad=1
    [ $bad = 0 ] && touch "$stamp"
    return $bad
}
for a in 75 80 90; do probe $a || exit 1; done
count=0
for source in "$top"/kernels/*.cu "$top"/kernels/broken/*.cu "$top"/tests/gpu/programs/*.cu; do
    [ -e "$source" ] || continue
    count=$((count + 1))
    [ "$(jobs -rp | wc -l)" -lt "${JOBS:-2}" ] || { wait -n || failed=$((failed + 1)); }
    one "$source" &
done
while [ "$(jobs -p | wc -l)" -gt 0 ]; do wait -n || failed=$((failed + 1)); done
echo "assemble: $count programs, $failed failed"
[ $failed = 0 ]
