#!/bin/bash
# Every program of kernels/ opens with its lesson text, is built and run by the emulator, and its
# result is the CPU's: each compares the two itself, prints both, and ends with 1 if they differ.
# usage: kernels.sh [NAME]...
cd "$(dirname "$0")/../.." || exit 1
program=${SYNCSTEP:-build/syncstep}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0 failed=0
fail() { echo "FAIL $*"; failed=$((failed + 1)); }
for file in kernels/*.cu; do
    [ $# -eq 0 ] || [[ " $* " == *" $(basename "$file" .cu) "* ]] || continue
    count=$((count + 1))
    [[ $(head -c 2 "$file") =~ ^(//|/\*)$ ]] || fail "$file: no lesson text at its start"
    executable=$("$program" build "$file" 2> "$work/errors") || {
        fail "$file: $(head -3 "$work/errors")"
        continue
    }
    "$executable" > "$work/out" 2>&1 < /dev/null || fail "$file: status $?: $(tail -2 "$work/out")"
    # both results are there to be compared, and are the same where they are shown as a pair
    pair=$(sed -nE 's/.*GPU[a-z ]*: ([^ ]+)  (CPU|closed)[a-z ]*: ([^ ]+)$/\1 \3/p' "$work/out")
    if [ -n "$pair" ]; then [ "${pair% *}" = "${pair#* }" ] || fail "$file: $pair"
    else grep -qE '0 wrong|wrong threads: 0|expected' "$work/out" || fail "$file: nothing compared"; fi
done
echo "$count programs, $failed wrong"
[ $failed = 0 ] && [ $count -gt 0 ]
