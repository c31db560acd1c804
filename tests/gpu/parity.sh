#!/usr/bin/env bash
# Every program of kernels/: emulator and GPU, as written, agree on rounds, on every written slot of
# every snapshot, and on the accesses of every line. last_block is left out: which block comes last
# is decided anew in each run. pitched_rows makes more accesses than are kept.
. "$(dirname "$0")/common.bash"
failed=0
for program in "$top"/kernels/*.cu; do
    name=$(basename "$program" .cu)
    case $name in last_block | pitched_rows) continue ;; esac
    $syncstep record --backend emulator "$program" -o "$work/$name.emulator.npz" >"$work/log" 2>&1 &&
        $syncstep record --backend gpu --as written "$program" -o "$work/$name.gpu.npz" >"$work/log" 2>&1 ||
        { echo "parity: $name: $(tail -1 "$work/log")"; failed=1; continue; }
    python3 "$top/tests/gpu/tools/parity.py" "$syncstep" "$work/$name.emulator.npz" "$work/$name.gpu.npz" >"$work/log" ||
        { echo "parity: $name differs"; cat "$work/log"; failed=1; }
done
[ $failed = 0 ] && echo "parity: emulator and GPU agree"
exit $failed
