#!/usr/bin/env bash
# Makes assets/traces/: the stages of the lessons, recorded on this machine's GPU. Builds first, many at
# a time, then records one after the other: times want the GPU for themselves. record-traces.bash [FOLDER]
. "$(dirname "$0")/../../tests/gpu/common.bash"
out=${1:-$top/assets/traces}
mkdir -p "$out"
export syncstep
one() { timeout 120 $syncstep record --backend gpu --as compiled "$1" -o "$2" >/dev/null 2>&1 || echo "record: $1 failed"; }
export -f one
ls "$top"/kernels/*.cu | xargs -P "$(nproc)" -I{} bash -c 'one {} /dev/shm/$(basename {} .cu).first.npz'
rm -f /dev/shm/*.first.npz
for program in "$top"/kernels/*.cu; do
    name=$(basename "$program" .cu)
    one "$program" "$out/$name.npz"
    size=$(stat -c %s "$out/$name.npz" 2>/dev/null || echo 0)
    [ "$size" -le 307200 ] || { echo "record: $name has $size bytes, too many to ship"; rm -f "$out/$name.npz"; }
done
ls "$out" | wc -l
