#!/usr/bin/env bash
# Builds each program of tests/programs/emulator for the emulator, runs it, and looks for the lines
# that its comments expect in what it printed and left in the spool. usage: emulator.sh [NAME]...
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CC:-gcc} -std=c17 -O1 -D_GNU_SOURCE -Isrc -Iinclude tests/programs/emulator/spool_run.c -o "$work/spool_run" ||
    exit 1
failed=0
for file in tests/programs/emulator/*.cu; do
    name=$(basename "$file" .cu)
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    if ! program=$("$build/syncstep" build "$file" 2>"$work/errors"); then
        echo "FAIL $name: does not build"
        head -5 "$work/errors"
        failed=1
        continue
    fi
    if grep 'expect: ' "$file" | grep -v '^// expect: [^:]' || grep '^// expect: .*expect: ' "$file"; then
        echo "FAIL $name: an expectation that is none"
        failed=1
    fi
    options=$(sed -n 's|^// options: ||p' "$file")
    timeout 120 "$work/spool_run" $([ "$options" = stop ] && echo -k) -q "$program" >"$work/out" 2>&1
    while IFS= read -r expected; do
        grep -Eq -- "$expected" "$work/out" && continue
        echo "FAIL $name: no line like: $expected"
        failed=1
    done < <(sed -n 's|^// expect: ||p' "$file")
    if ! grep -q '^// expect: diagnostic' "$file" && grep '^diagnostic' "$work/out"; then
        echo "FAIL $name: accused of something"
        failed=1
    fi
    if grep -q BROKEN "$work/out"; then
        echo "FAIL $name: a broken record"
        failed=1
    fi
    [ $# -eq 0 ] || cat "$work/out"
done
# Job J makes the accesses of nvcc -G's code, no more and no fewer; how many workers run its blocks
# and in what order its threads go shows in nothing that is recorded.
if [ $# -eq 0 ]; then
    program=$("$build/syncstep" build kernels/cubes_tree.cu) || exit 1
    recorded() { "$work/spool_run" -v 2 -t 2 "$@" "$program" | sed 's/address 0x7[0-9a-f]*//; s/^block .*//' |
        grep -E '^(request|snapshot|block-end|timing|launch-end)' | LC_ALL=C sort; }
    recorded -w 1 > "$work/one"
    recorded -w 2 > "$work/two"
    recorded -s random:5 > "$work/random"
    for other in two random; do
        cmp "$work/one" "$work/$other" || failed=1
    done
    grep -q '^launch-end 0 error 0 accesses 5275616 blocks 32$' "$work/one" || {
        echo "FAIL: J has other accesses: $(grep launch-end "$work/one")"
        failed=1
    }
fi
[ $failed = 0 ] && echo "emulator: all programs as expected"
exit $failed
