#!/usr/bin/env bash
# Emulator and GPU, as written, agree on rounds, on every written slot of every snapshot, and on the
# accesses of every line: parity.sh [PROGRAM.cu...], else all of kernels/. In last_block the block that
# comes last does more, another one in each run; all blocks are recorded and the rest is compared.
. "$(dirname "$0")/common.bash"
[ $# -gt 0 ] || set -- "$top"/kernels/*.cu
export syncstep work
one() {
    local name more=
    name=$(basename "$1" .cu)
    case $name in
    pitched_rows) more="--max-accesses 300000000" ;;
    last_block) more="--blocks all" ;;
    esac
    timeout 300 $syncstep record --backend emulator $more "$1" -o "$work/$name.emulator.npz" >"$work/$name.log" 2>&1 &&
        timeout 300 $syncstep record --backend gpu --as written $more "$1" -o "$work/$name.gpu.npz" >>"$work/$name.log" 2>&1
}
export -f one
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'one {}' 2>/dev/null
failed=0
for program in "$@"; do
    name=$(basename "$program" .cu)
    more=
    [ "$name" != last_block ] || more=--last-block-differs
    [ -e "$work/$name.gpu.npz" ] || { echo "parity: $name: $(tail -2 "$work/$name.log")"; failed=$((failed + 1)); continue; }
    python3 "$top/tests/gpu/tools/parity.py" "$syncstep" "$work/$name.emulator.npz" "$work/$name.gpu.npz" $more >"$work/$name.out" 2>&1 ||
        { echo "parity: $name differs"; head -20 "$work/$name.out"; failed=$((failed + 1)); }
done
echo "parity: $# programs, $failed differ"
[ $failed = 0 ]
