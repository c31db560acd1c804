#!/usr/bin/env bash
# Barriers that are objects, fences, atomics (tests/gpu/programs/, with a wrong twin each): `check` says
# of a GPU trace what it says of the emulator's. Races are compared: kind, severity, array and lines.
# So are the values of atomics on shared memory (tools/same_verdict.py).
. "$(dirname "$0")/common.bash"
names=${*:-phases hand_over numbered last_one flag updates async_copy}
failed=0 count=0
fail() { echo "synchronisation: $*"; failed=$((failed + 1)); }
for name in $names; do
    for twin in "" _wrong; do
        program=$top/tests/gpu/programs/$name$twin.cu
        count=$((count + 1))
        for backend in emulator gpu; do
            timeout 200 $syncstep record --backend $backend --as written --values all "$program" \
                -o "$work/$name$twin.$backend.npz" >"$work/$name$twin.$backend.log" 2>&1 ||
                { fail "$name$twin on the $backend:"; tail -5 "$work/$name$twin.$backend.log"; continue 2; }
        done
        python3 "$top/tests/gpu/tools/same_verdict.py" "$syncstep" "$work/$name$twin".{emulator,gpu}.npz \
            ${twin:+--wrong} || fail "$name$twin: other verdicts"
    done
done
echo "synchronisation: $count programs, $failed failed"
[ $failed = 0 ]
