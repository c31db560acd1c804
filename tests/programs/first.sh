#!/usr/bin/env bash
# The first instance of a finding is the first in program order, in every run: blocks that run side
# by side and do the same wrong thing are told of by the lowest one that does it. What blocks above
# it did by then is chance, and nothing of it is in the trace: not in its totals, not in its times.
set -u
program=${SYNCSTEP:-build/syncstep}
here=$(dirname "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
for kind in $(seq 0 13); do
    for run in 1 2 3 4; do
        "$program" check --json --workers 2 -DKIND="$kind" --timeout 20 "$here/first/kinds.cu" \
            >"$dir/$run" 2>"$dir/errors"
        [ $? -eq 2 ] && { echo "FAILED kind $kind: $(head -1 "$dir/errors")"; failed=1; }
        cmp -s "$dir/1" "$dir/$run" || {
            echo "FAILED kind $kind: another report in run $run"
            diff "$dir/1" "$dir/$run" | head -6
            failed=1
        }
    done
    for run in 1 2 3 4; do
        "$program" record -DKIND="$kind" --workers 4 --backend emulator --timeout 20 \
            -o "$dir/$run.npz" "$here/first/kinds.cu" >"$dir/said" 2>&1
        "$program" report --json "$dir/$run.npz" >"$dir/$run.report" 2>"$dir/errors" ||
            { echo "FAILED kind $kind: no report: $(head -1 "$dir/errors")"; failed=1; }
        python3 -c 'import sys, zipfile
sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read("launch0.timings.npy"))' \
            "$dir/$run.npz" >"$dir/$run.times" || failed=1
        for part in report times; do
            cmp -s "$dir/1.$part" "$dir/$run.$part" && continue
            echo "FAILED kind $kind: another trace in run $run ($part)"
            failed=1
        done
    done
    KIND=$kind python3 - "$dir/1" <<'PY' || failed=1
import json, os, sys
found = json.load(open(sys.argv[1]))["diagnostics"]
first = [d for d in found if d["kind"] != "unread-slot"][:1]
if not first or first[0]["block"] not in ([1, 0, 0], 1):
    print("FAILED kind", os.environ["KIND"], "not block 1:", first)
    sys.exit(1)
PY
done
[ $failed = 0 ] && echo "ok: the first instance of every kind is the first in program order"
exit $failed
