#!/usr/bin/env bash
# The interposer on a run-time made for the test (fake_runtime.c): what it writes in each mode. Needs
# the headers of the CUDA toolkit, no GPU.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
work=${BUILD:-$top/build}/interpose
include=
for dir in /usr/local/cuda/include /usr/local/cuda/targets/x86_64-linux/include /usr/include; do
    [ -e "$dir/cuda_runtime_api.h" ] && { include=$dir; break; }
done
[ -n "$include" ] || { echo "interpose: no CUDA headers here, skipped"; exit 77; }
mkdir -p "$work"
flags="-std=gnu17 -g -fsanitize=address,undefined -w -D_GNU_SOURCE -I$top/src -I$top/include -I$include"
for source in "$top"/src/gpu/target/*.c; do
    gcc $flags -c "$source" -o "$work/$(basename "$source" .c).o" || exit 1
done
# Nothing in there may call a wrapped function: it would lock itself out.
sed -n 's/-Wl,--wrap=//p' "$top/src/gpu/target/wraps.flags" | sort >"$work/wrapped"
nm "$work"/{device,harvest,interpose,launch,marks,memory,outbox,recording}.o | awk '$1 == "U" {print $2}' | sort -u >"$work/used"
if comm -12 "$work/wrapped" "$work/used" | grep .; then echo "interpose: calls what it wraps"; exit 1; fi
# What the fake run-time lacks is never called.
gcc $flags -c "$top/tests/gpu/fake_runtime.c" -o "$work/fake_runtime.o" || exit 1
nm "$work/fake_runtime.o" | awk '$2 == "T" {print $3}' | sort >"$work/have"
comm -23 "$work/wrapped" "$work/have" | sed 's/.*/void &(void) {}/' >"$work/rest.c"
gcc $flags -O0 "$top"/tests/gpu/fake_program.c "$work"/{fake_runtime,device,harvest,interpose,launch,marks,memory,outbox,recording}.o \
    $(cat "$top/src/gpu/target/wraps.flags") "$work/rest.c" -ldl -lpthread -o "$work/program" 2>"$work/link.log" || { grep -v "wrap" "$work/link.log" | head; exit 1; }
gcc -std=gnu17 -D_GNU_SOURCE -I"$top/src" -I"$top/include" "$top/tests/gpu/spool_dump.c" -o "$work/dump" || exit 1
failed=0
expect() { # mode, text...
    local mode=$1
    shift
    timeout 60 "$work/dump" "$mode" "$work/program" >"$work/$mode.out" 2>&1
    for text in "$@"; do
        grep -qF -- "$text" "$work/$mode.out" || { echo "interpose: mode $mode lacks: $text"; failed=1; }
    done
}
export ASAN_OPTIONS=detect_leaks=0
expect 0 "fat binary ours" "launch 0" "launch 9" "error 9" "peek 9" "late 9" "then 0" "value 2" "launch 0 kernel 1 _Z4fakePii grid 3 block 48 shared 256" \
    "end 0 error 0 accesses 145364" "snapshot block 0 round 0 offset 0 size 256: 7 7 7 7" \
    "snapshot block 0 round 1 offset 40000000 size 512: 9 9 9 9" "block 0 rounds 2" "block 1 rounds 2" \
    "array 0 at 0" "array 1 at 40000000" "end 1 error 9 accesses 0" \
    "site 1 kind 0 space 0 width 4 mask 0000000d address 40000040 stride 0 flags 0" \
    "kind 10 space 3 width 0 mask 00000003 address 0 stride 0 flags 2 sync 00050005" \
    "kind 11 space 3 width 0 mask 00000003 address 0 stride 0 flags 2 sync 40080006" \
    "kind 10 space 3 width 0 mask 00000003 address 0 stride 0 flags 2 sync 80030002" \
    "kind 7 space 3 width 0 mask 00000003 address 0 stride 0 flags 2 sync 00000001" \
    "kind 2 space 0 width 4 mask 00000003 address 0 stride 0 flags 26 sync" \
    "values of site 1 in round 0: 3000 to 3001" \
    "values of site 1 in round 1: 0 to 1" "values of site 1 in round 1: 217 to 218" \
    "launch 0 of a kernel that waits for 7" "end 4 error 0 accesses 145364" "values of site 1 in round 1: 476 to 477" "values of site 1 in round 1: 693 to 694"
grep -qF "values of site 1 in round 1: 224 to 225" "$work/0.out" && # the 33rd of 100: not kept
    { echo "interpose: keeps more values than it was told"; failed=1; }
grep -q touched "$work/0.out" && { echo "interpose: counts bytes where all blocks are recorded"; failed=1; }
LAST_BLOCK=1 expect 0 "touched read 40 written 12" "dropped site 0 48000"
expect 1 "value 2" "launch 0 of a kernel that waits for 7" "end 4 error 0" "time mode 1 count" "timing block 1 sm 1 ns 100 clocks 50"
expect 2 "value 2" "time mode 2 count"
[ $failed = 0 ] && echo "interpose: three modes right"
exit $failed
