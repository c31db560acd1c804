#!/usr/bin/env bash
# Requests to constant memory: what syncstep says of a trace of constant_rules.cu from the GPU (report
# --json, constant_load_passes) against Nsight Compute's counter, launch by launch, and against the
# rule that the program prints. A kernel's parameters add a few of their own, the same for all.
. "$(dirname "$0")/common.bash"
command -v ncu >/dev/null || { echo "constant_rules.sh: no ncu here, skipped"; exit 77; }
program=$top/tests/gpu/constant_rules.cu
nvcc -arch="$arch" -o "$work/rules" "$program" || exit 1
"$work/rules" | sed 's/.*: \([0-9]*\) requests/\1/' >"$work/rule"
timeout 200 $syncstep record --backend gpu --as compiled --blocks all "$program" -o "$work/rules.npz" >"$work/log" 2>&1 ||
    { tail -3 "$work/log"; exit 1; }
$syncstep report --json "$work/rules.npz" |
    python3 -c 'import json, sys; print(*(l["totals"]["constant_load_passes"] for l in json.load(sys.stdin)["launches"]), sep="\n")' >"$work/ours"
ncu --clock-control none --metrics idc__requests.sum "$work/rules" 2>&1 |
    awk '/idc__requests.sum/ { gsub(",", "", $NF); print $NF }' >"$work/counter"
lines=$(wc -l <"$work/rule")
[ "$lines" -gt 0 ] && [ "$lines" = "$(wc -l <"$work/counter")" ] && [ "$lines" = "$(wc -l <"$work/ours")" ] ||
    { echo "constant_rules: $lines launches, $(wc -l <"$work/counter") counters, $(wc -l <"$work/ours") in the trace"; exit 1; }
paste "$work/rule" "$work/ours" "$work/counter" | awk '
    { more = $3 - $2; if (NR == 1) own = more
      if (more != own || more < 0 || more > 16 || $1 != $2) { print "constant_rules: rule " $1 ", syncstep " $2 ", counter " $3; bad++ } }
    END { print "constant_rules: " NR " kernels through syncstep, " bad + 0 " differ"; exit bad > 0 }'
