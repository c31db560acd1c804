#!/usr/bin/env bash
# Makes assets/traces/: the stages of the lessons, recorded on this machine's GPU. Builds first, many at
# a time, then records one after the other: times want the GPU for themselves. record-traces.bash [FOLDER]
. "$(dirname "$0")/../../tests/gpu/common.bash"
out=${1:-$top/assets/traces}
mkdir -p "$out"
export syncstep
one() { # PROGRAM FILE [options]
    local program=$1 file=$2
    shift 2
    timeout 120 $syncstep record --backend gpu --as compiled "$@" "$program" -o "$file" >/dev/null 2>&1 || echo "record: $program failed"
}
keep() { # NAME PROGRAM [options]
    local name=$1 size
    shift
    one "$1" "$out/$name.npz" "${@:2}"
    size=$(stat -c %s "$out/$name.npz" 2>/dev/null || echo 0)
    [ "$size" -le 307200 ] || { echo "record: $name has $size bytes, too many to ship"; rm -f "$out/$name.npz"; }
}
export -f one
ls "$top"/kernels/*.cu | xargs -P "$(nproc)" -I{} bash -c 'one {} /dev/shm/$(basename {} .cu).first.npz'
rm -f /dev/shm/*.first.npz
for program in "$top"/kernels/*.cu; do
    keep "$(basename "$program" .cu)" "$program"
done
keep min_timed_264 "$top/kernels/min_timed.cu" -D NUM_BLOCKS=264
ls "$out" | wc -l
