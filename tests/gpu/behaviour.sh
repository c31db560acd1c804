#!/usr/bin/env bash
# What a GPU makes of programs that are hard on it (tests/gpu/behaviour/): several streams, memory
# pools, textures, thousands of launches, a kernel that never ends, a wild address, memory that is
# all taken, cooperative launches, old device properties, another device.
. "$(dirname "$0")/common.bash"
failed=0
record() { # name, options...: $work/NAME.npz and $work/NAME.log
    local name=$1 program
    shift
    program=$top/tests/gpu/behaviour/$name.cu
    [ -e "$program" ] || program=$top/kernels/$name.cu
    timeout 120 $syncstep record --backend gpu "$@" "$program" -o "$work/$name.npz" >"$work/$name.log" 2>&1
}
say() { # name, text that its output or its report must have...
    local name=$1 text
    shift
    for text in "$@"; do
        grep -qF -- "$text" "$work/$name.log" || { echo "behaviour: $name lacks: $text"; cat "$work/$name.log"; failed=1; }
    done
}
meta() { unzip -p "$work/$1.npz" meta.json 2>/dev/null || python3 -c "import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read('meta.json').decode())" "$work/$1.npz"; }
has() { # name, pattern in its meta.json
    meta "$1" | tr -d ' \n' | grep -q -- "$2" || { echo "behaviour: $1 has no $2 in its meta.json"; failed=1; }
}
record streams; say streams right "14 of 14 launches"
record pools; say pools right "2 of 2 launches"; has pools '"name":"d_ordered"'; has pools '"name":"d_pooled"'
record textures; say textures right "What tex.2d" "What sust.b" "is not recorded"
record many_launches; say many_launches right "64 of 5000 launches"
record endless --timeout 5; say endless "2 of 2 launches" "did not end in time"
record illegal_address; say illegal_address "illegal_address.cu:13: error:" "belongs to nothing"
record host_flag; say host_flag right "1 of 1 launch"
record full_memory; say full_memory cudaSuccess "has left no memory of the device"
record grid_sync --as written; say grid_sync "GPU sum" "1 of 1 launch"
record dot --device 99; say dot "there is no GPU 99"
if [ "$(nvidia-smi -L | wc -l)" -gt 1 ]; then record vector_add --device 1; say vector_add "1 of 1 launch"; fi
nvcc -w -arch="$arch" -o "$work/codes" "$top/tests/gpu/behaviour/codes.cu" && "$work/codes" >"$work/codes.out"
sed '/^#/d' "$top/tests/gpu/behaviour/codes.txt" | diff - "$work/codes.out" >"$work/codes.diff" || { echo "behaviour: other codes than recorded"; cat "$work/codes.diff"; failed=1; }
cmp -s <(timeout 60 $syncstep record --backend gpu "$top/tests/gpu/behaviour/codes.cu" -o "$work/codes.npz" 2>/dev/null | grep -v npz:) "$work/codes.out" ||
    { echo "behaviour: a recorded program gets other codes than it gets alone"; failed=1; }
nvcc -w -arch="$arch" -o "$work/by_call" "$top/tests/gpu/behaviour/codes_by_call.cu" && "$work/by_call" | tee "$work/by_call.out"
cmp -s <(timeout 60 $syncstep record --backend gpu "$top/tests/gpu/behaviour/codes_by_call.cu" -o "$work/by_call.npz" 2>"$work/by_call.log" | grep -v npz:) "$work/by_call.out" ||
    { echo "behaviour: a recorded program gets other codes by some call"; cat "$work/by_call.log"; failed=1; }
[ $failed = 0 ] && echo "behaviour: as it should be"
exit $failed
