#!/usr/bin/env bash
# Barriers that are objects or have a number, large tiles, fences, atomics, asynchronous copies (tests/gpu/programs/,
# with a wrong twin each): `check` says of a GPU trace what it says of the emulator's. Races are compared:
# severity, space, array and lines. So are the values of atomics on shared memory
# (tools/same_verdict.py). synchronisation.sh [NAME...]
. "$(dirname "$0")/common.bash"
names=${*:-phases hand_over numbered last_one flag updates async_copy copy_waits large_tiles}
export syncstep work top
record() { # name, back end
    timeout 300 $syncstep record --backend "$2" --as written --values all \
        "$top/tests/gpu/programs/$1.cu" -o "$work/$1.$2.npz" >"$work/$1.$2.log" 2>&1
}
export -f record
for name in $names; do
    for twin in "" _wrong; do printf '%s\n' "$name$twin emulator" "$name$twin gpu"; done
done | xargs -P "$(nproc)" -I{} bash -c 'record {}'
failed=0 count=0
fail() { echo "synchronisation: $*"; failed=$((failed + 1)); }
for name in $names; do
    for twin in "" _wrong; do
        count=$((count + 1))
        for backend in emulator gpu; do
            [ -s "$work/$name$twin.$backend.npz" ] ||
                { fail "$name$twin on the $backend:"; tail -5 "$work/$name$twin.$backend.log"; continue 2; }
        done
        python3 "$top/tests/gpu/tools/same_verdict.py" "$syncstep" "$work/$name$twin".{emulator,gpu}.npz \
            ${twin:+--wrong} || { fail "$name$twin: other verdicts"; continue; }
        cmp -s <(grep wrong "$work/$name.emulator.log") <(grep wrong "$work/$name.gpu.log") ||
            fail "$name prints something else: $(grep wrong "$work/$name.gpu.log")"
    done
done
echo "synchronisation: $count programs, $failed failed"
[ $failed = 0 ]
