#!/usr/bin/env bash
# Probed capture of J, built, whole process, against compute-sanitizer --tool racecheck on the same
# program: at most half the time.
. "$(dirname "$0")/common.bash"
gcc -std=gnu17 -O1 -D_GNU_SOURCE -I"$top/src" -I"$top/include" "$top/tests/gpu/spool_dump.c" -o "$work/dump" || exit 1
nvcc -w -lineinfo -arch="$arch" -o "$work/J" "$top/kernels/cubes_tree.cu" || exit 1
$syncstep record --backend gpu --as written "$top/kernels/cubes_tree.cu" -o "$work/J.npz" >/dev/null 2>&1
probed=$(ls -t "${XDG_CACHE_HOME:-$HOME/.cache}"/syncstep/build-gpu/*/probed | head -1)
plain=$(milliseconds "$work/J")
ours=$(milliseconds "$work/dump" 0 "$probed")
theirs=$(milliseconds compute-sanitizer --tool racecheck "$work/J")
echo "racecheck: plain $plain ms, probed capture $ours ms, racecheck $theirs ms: $(awk "BEGIN { printf \"%.2f\", $ours / $theirs }") of its time"
awk "BEGIN { exit !($ours <= 0.5 * $theirs) }"
