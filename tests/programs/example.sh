#!/usr/bin/env bash
# The example script of assets/ runs on a trace and shows what the lesson says.
cd "$(dirname "$0")/../.." || exit 1
python=
for candidate in python3 /usr/bin/python3; do
    "$candidate" -c 'import numpy' 2>/dev/null && python=$candidate && break
done
[ -n "$python" ] || { echo "no numpy here"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${SYNCSTEP:-build/syncstep}" record kernels/cubes_tree.cu -o "$work/t.npz" >/dev/null 2>&1 || exit 1
"$python" assets/example.py "$work/t.npz" >"$work/out" || exit 1
for line in 'launch0.snapshot.shared: (32, 10, 256) of int32' \
    'round 0: slot 0 = 31774, 256 slots changed' 'round 3: slot 0 = 205312, 32 slots changed' \
    'round 8: slot 0 = 6699139, 1 slots changed' 'never written: 0 of 256'; do
    grep -qxF "$line" "$work/out" || { echo "not said: $line"; cat "$work/out"; exit 1; }
done
# The other one lists every kind of request, arrivals at phases and waits for them too.
"${SYNCSTEP:-build/syncstep}" record tests/programs/faults/correct_split_barrier.cu -o "$work/p.npz" >/dev/null 2>&1 ||
    { echo "correct_split_barrier.cu does not run"; exit 1; }
"$python" assets/read_trace.py "$work/p.npz" >"$work/out" || exit 1
for kind in load store arrive wait exit; do
    grep -q ": $kind " "$work/out" || { echo "read_trace.py lists no $kind"; head -5 "$work/out"; exit 1; }
done
