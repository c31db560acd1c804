#!/usr/bin/env bash
# Requests to constant memory against Nsight Compute's counter: constant_rules.cu says how many the rule
# of the access view gives; a kernel's parameters add a few of their own, the same for all.
. "$(dirname "$0")/common.bash"
command -v ncu >/dev/null || { echo "constant_rules.sh: no ncu here, skipped"; exit 77; }
nvcc -arch="$arch" -o "$work/rules" "$top/tests/gpu/constant_rules.cu" || exit 1
"$work/rules" | sed 's/.*: \([0-9]*\) requests/\1/' >"$work/rule"
ncu --metrics idc__requests.sum "$work/rules" 2>&1 | awk '/idc__requests.sum/ { gsub(",", "", $NF); print $NF }' >"$work/counter"
[ -s "$work/rule" ] && [ "$(wc -l <"$work/rule")" = "$(wc -l <"$work/counter")" ] || { echo "constant_rules: no counters"; exit 1; }
paste "$work/rule" "$work/counter" | awk '
    { more = $2 - $1; if (NR == 1) own = more; if (more != own || more < 0 || more > 16) { print "constant_rules: rule " $1 ", counter " $2; bad++ } }
    END { print "constant_rules: " NR " kernels, " bad + 0 " differ"; exit bad > 0 }'
