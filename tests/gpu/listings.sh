#!/usr/bin/env bash
# A folder of other people's programs, unmodified: listings.sh DIR [OPTION of record...]. Emulator and
# GPU, as written, agree on rounds, on every written slot of every snapshot (integers exactly), on the
# accesses of every line, on how the program ended and on what it printed (tools/output.py says which
# numbers may differ). A line each, then "N passed, N failed". Needs python3.
folder=${1:-${LISTINGS:-}}
[ -d "$folder" ] || { echo "listings: no folder was named, skipped (listings.sh DIR [OPTION...], or LISTINGS=DIR)"; exit 77; }
folder=$(cd "$folder" && pwd)
[ $# = 0 ] || shift
. "$(dirname "$0")/common.bash"
export syncstep work folder options="$*"
name_of() { local name=${1#"$folder"/}; name=${name//\//_}; printf %s "${name%.cu}"; }
record() { # program, back end
    timeout 280 $syncstep record --backend "$2" --as written $options "$1" -o "$work/$(name_of "$1").$2.npz" \
        </dev/null >"$work/$(name_of "$1").$2.log" 2>&1
}
compare() { # name: 0 the same, else why not
    local backend
    for backend in emulator gpu; do
        [ -s "$work/$1.$backend.npz" ] || { echo "    $backend:"; tail -4 "$work/$1.$backend.log"; return 1; }
    done
    python3 "$top/tests/gpu/tools/parity.py" "$syncstep" "$work/$1".{emulator,gpu}.npz
    local same=$?
    python3 "$top/tests/gpu/tools/output.py" "$work/$1".{emulator,gpu}.npz && [ $same = 0 ]
}
export -f name_of record
mapfile -d '' programs < <(find "$folder" -name '*.cu' -print0 | sort -z)
for program in "${programs[@]}"; do printf '%s\0%s\0' "$program" emulator "$program" gpu; done |
    xargs -0 -n 2 -P "$(nproc)" bash -c 'record "$0" "$1"'
passed=0 failed=0
for program in "${programs[@]}"; do
    name=$(name_of "$program")
    if compare "$name" >"$work/$name.out" 2>&1; then
        passed=$((passed + 1)) word=same
    else
        failed=$((failed + 1)) word=DIFFERS
    fi
    printf '%-8s %-24s %s\n' $word "$name" "$(tail -1 "$work/$name.gpu.log")"
    head -30 "$work/$name.out"
done
echo "listings: $passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
