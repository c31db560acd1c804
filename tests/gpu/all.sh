#!/usr/bin/env bash
# Everything that wants a GPU, one after the other: all.sh [NAME...]. Ends with "N passed, N failed".
# Needs the CUDA toolkit, ncu and compute-sanitizer; each script's output goes to $LOGS (default a
# temporary folder). run.sh's group "gpu" runs the same scripts, and skips those that want a GPU
# where there is none.
set -u
[ -z "${BUILD_FOLDER:-}" ] || { echo "all: run.sh runs the scripts one by one"; exit 77; }
here=$(dirname "$0")
logs=${LOGS:-$(mktemp -d)}
mkdir -p "$logs"
passed=0 failed=0 skipped=0
[ $# -gt 0 ] || set -- assemble interpose refusals sass behaviour synchronisation parity counters verdicts racecheck bandwidth sweep bank_rules constant_rules listings
for name in "$@"; do
    script=("$here/$name.sh")
    [ -e "${script[0]}" ] || script=(python3 "$here/$name.py")
    start=$SECONDS
    "${script[@]}" >"$logs/$name.log" 2>&1
    case $? in
    0) passed=$((passed + 1)); word=passed ;;
    77) skipped=$((skipped + 1)); word=skipped ;;
    *) failed=$((failed + 1)); word=FAILED ;;
    esac
    printf '%-8s %-10s %4d s  %s\n' $word "$name" $((SECONDS - start)) "$(tail -1 "$logs/$name.log")"
    [ $word != FAILED ] || tail -20 "$logs/$name.log" | sed 's/^/    /'
done
[ $skipped = 0 ] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ $failed = 0 ] || exit 1
[ $passed -gt 0 ] || exit 77 # nothing was tried
