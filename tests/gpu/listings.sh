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
passed=0 failed=0
one() { # program, name, options...: 0 the same, else why not on stdout
    local program=$1 name=$2 backend
    shift 2
    for backend in emulator gpu; do
        timeout 300 $syncstep record --backend $backend --as written "$@" "$program" \
            -o "$work/$name.$backend.npz" </dev/null >"$work/$name.$backend.log" 2>&1
        [ -s "$work/$name.$backend.npz" ] || { echo "    $backend:"; tail -4 "$work/$name.$backend.log"; return 1; }
    done
    python3 "$top/tests/gpu/tools/parity.py" "$syncstep" "$work/$name".{emulator,gpu}.npz || return 1
    python3 "$top/tests/gpu/tools/output.py" "$work/$name".{emulator,gpu}.npz
}
while IFS= read -r -d '' program; do
    name=$(printf %s "${program#"$folder"/}" | tr / _)
    name=${name%.cu}
    start=$SECONDS
    if one "$program" "$name" "$@" >"$work/$name.out" 2>&1; then
        passed=$((passed + 1)) word=same
    else
        failed=$((failed + 1)) word=DIFFERS
    fi
    printf '%-8s %-24s %3d s  %s\n' $word "$name" $((SECONDS - start)) "$(tail -1 "$work/$name.gpu.log" 2>/dev/null)"
    head -12 "$work/$name.out"
done < <(find "$folder" -name '*.cu' -print0 | sort -z)
echo "listings: $passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
