#!/usr/bin/env bash
# The emulator's speed as ratios, both sides measured here and now: job J (1,048,576 ints, 32 × 256
# threads, 5,275,616 logged accesses) against Oclgrind on its OpenCL twin, two cores against one.
# Of each the best of some runs counts: what else the machine does only adds time.
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CC:-gcc} -std=c17 -O2 -D_GNU_SOURCE -Isrc -Iinclude tests/programs/emulator/spool_run.c -o "$work/spool_run" ||
    exit 1
program=$("$build/syncstep" build kernels/cubes_tree.cu) || exit 1

best() { # RUNS COMMAND... : the least number that the command prints
    local runs=$1 least='' one
    shift
    for ((i = 0; i < runs; i++)); do
        one=$("$@") || return 1
        least=$(printf '%s\n%s\n' "$one" "$least" | grep . | sort -g | head -1)
    done
    echo "$least"
}
launch() { "$work/spool_run" -q "$@" "$program" | sed -n 's/^milliseconds //p'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a / b }'; }

all=$(best 9 launch)
one=$(best 9 launch -w 1)
echo "emulated launch of J, all 5,275,616 accesses logged: $all ms; on one core $one ms"
echo "two cores against one: $(ratio "$one" "$all") x (budget 1.7 x)"
if ! command -v oclgrind >/dev/null; then
    echo "no oclgrind here: apt-get install oclgrind"
elif ${CC:-gcc} -O2 tests/bench/tree_opencl.c -o "$work/tree_opencl" -lOpenCL 2>/dev/null; then
    races=$(best 2 oclgrind --data-races "$work/tree_opencl")
    plain=$(best 2 oclgrind "$work/tree_opencl")
    echo "Oclgrind --data-races: $races ms, $(ratio "$races" "$all") x (budget 20 x)"
    echo "Oclgrind without:      $plain ms, $(ratio "$plain" "$all") x"
else
    echo "no OpenCL headers here: apt-get install opencl-headers ocl-icd-opencl-dev"
fi
if /usr/bin/python3 -c 'import numba' 2>/dev/null; then
    numba=$(/usr/bin/python3 tests/bench/tree_numba.py)
    echo "Numba's simulator:     $numba ms, $(ratio "$numba" "$all") x (budget 200 x)"
else
    echo "no Numba here: apt-get install python3-numba"
fi
