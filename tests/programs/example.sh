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
