#!/usr/bin/env bash
# A 160 x 45 screen in every format, and the tables of J in MB/s.
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CC:-gcc} -std=c17 -O2 -D_GNU_SOURCE -Isrc -Iinclude tests/bench/export.c "$build/libsyncstep.a" \
    $(pkg-config --libs pangocairo libpng jansson libzip libdw 2>/dev/null) -linih -lm -lpthread \
    -o "$work/export" || exit 1
echo "a 160 x 45 screen (budget: svg and png 50 ms, txt and ans 5 ms)"
"$work/export" tests/golden/tree_job_6_160x45.txt
"$build/syncstep" record kernels/cubes_tree.cu -o "$work/j.npz" >/dev/null 2>&1 || exit 1
start=$(date +%s%N)
"$build/syncstep" export "$work/j.npz" --to csv -o "$work/j.csv" >/dev/null || exit 1
end=$(date +%s%N)
bytes=$(cat "$work"/j.*.csv | wc -c)
awk -v b="$bytes" -v t="$((end - start))" \
    'BEGIN { printf "tables of J: %.0f MB in %.2f s, %.0f MB/s (budget 50 MB/s)\n", b / 1e6, t / 1e9, b / 1e6 / (t / 1e9) }'
