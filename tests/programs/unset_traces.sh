#!/usr/bin/env bash
# A recorded run that cannot be run again with other left-overs accuses nobody who did write.
program=${SYNCSTEP:-build/syncstep}
here=$(dirname "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
for name in correct_over_unset_managed; do
    "$program" record --backend emulator -o "$dir/$name.npz" "$here/faults/$name.cu" \
        >"$dir/said" 2>&1 || { cat "$dir/said"; failed=1; }
    "$program" check "$dir/$name.npz" >"$dir/report" || { cat "$dir/report"; failed=1; }
done
exit $failed
