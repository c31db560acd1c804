#!/bin/bash
# Every program of shim/ is built, run, and prints what stands beside it in NAME.out: what the same
# program prints on a GPU.
set -u
cd "$(dirname "$0")/shim"
: "${SYNCSTEP:=../../../build/syncstep}"
failed=0 count=0
for program in *.cu; do
    count=$((count + 1))
    executable=$("$SYNCSTEP" build "$program" 2>&1) || {
        echo "$program: $executable"
        failed=$((failed + 1))
        continue
    }
    if ! "$executable" < /dev/null 2>&1 | diff - "${program%.cu}.out"; then
        echo "$program: not what is expected"
        failed=$((failed + 1))
    fi
done
echo "$count programs, $failed wrong"
[ "$failed" = 0 ]
