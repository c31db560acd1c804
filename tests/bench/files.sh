#!/usr/bin/env bash
# Files of job J (5,275,616 accesses): size of the trace, time to the first picture, each format of a
# screen of 160 x 45 cells, tables as CSV. Of each the best of some runs counts; the start of the
# process, which `--version` shows, is part of every figure.
cd "$(dirname "$0")/../.." || exit 1
program=${BUILD:-build}/syncstep
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

least() { # COMMAND... : milliseconds, the best of seven
    local best='' begin end one
    for _ in 1 2 3 4 5 6 7; do
        begin=$(date +%s%N)
        "$@" > /dev/null 2> "$work/log" || { cat "$work/log" >&2; return 1; }
        end=$(date +%s%N)
        one=$(((end - begin) / 10000))
        [ -n "$best" ] && [ "$best" -le "$one" ] || best=$one
    done
    awk -v n="$best" 'BEGIN { printf "%.1f", n / 100 }'
}

"$program" record kernels/cubes_tree.cu -o "$work/t.npz" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
echo "trace of J, every access: $(($(stat -c %s "$work/t.npz") / 1000)) KB (budget 500 KB)"
echo "start of the process: $(least "$program" --version) ms"
echo "build found in the cache, run, first picture: $(least "$program" shot kernels/cubes_tree.cu \
    --backend emulator) ms (budget 300 ms)"
echo "trace opened, first frame of the viewer: $(python3 tests/bench/first_frame.py "$(realpath "$program")" \
    "$work/t.npz") ms (median; budget 50 ms)"
echo "trace opened, picture by shot, which waits for the findings: $(least "$program" shot "$work/t.npz") ms"
for ending in txt ans html svg png pdf; do
    echo "the same at 160 x 45 as $ending: $(least "$program" shot "$work/t.npz" --round 6 \
        --size 160x45 -o "$work/picture.$ending") ms"
done
tables=$(least "$program" export "$work/t.npz" --to csv -o "$work/t.csv")
bytes=$(cat "$work"/t.*.csv | wc -c)
awk -v t="$tables" -v b="$bytes" 'BEGIN {
    printf "tables as CSV: %.0f MB in %.0f ms, %.0f MB/s (budget 50 MB/s)\n", b / 1e6, t, b / 1e3 / t }'
