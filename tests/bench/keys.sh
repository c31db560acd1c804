#!/usr/bin/env bash
# The work of a stepping key and of a jump on job J; what a key writes to the terminal is in tests/terminal/.
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CC:-gcc} -std=c17 -O2 -D_GNU_SOURCE -Isrc -Iinclude tests/bench/keys.c "$build/libsyncstep.a" \
    $(pkg-config --libs pangocairo libpng jansson libzip libdw 2>/dev/null) -linih -lm -lpthread \
    -o "$work/keys" || exit 1
"$build/syncstep" record kernels/cubes_tree.cu -o "$work/j.npz" >/dev/null 2>&1 || exit 1
"$work/keys" "$work/j.npz"
