#!/bin/bash
# Nothing is said to be read or written in a round in which it was not: claims.c holds the sentences
# and the histories of many programs against what was recorded.
cd "$(dirname "$0")/../.." || exit 1
syncstep=${SYNCSTEP:-$PWD/build/syncstep} build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CC:-gcc} -std=c17 -O2 -D_GNU_SOURCE -Isrc -Iinclude tests/programs/claims.c \
    tests/programs/claims_moment.c "$build/libsyncstep.a" \
    $(pkg-config --libs libzip jansson) -lm -lpthread -o "$work/claims" || exit 1
count=0
for source in tests/programs/{rounds,claims}/*.cu kernels/*.cu kernels/broken/*.cu; do
    "$syncstep" record "$source" -o "$work/$((count += 1)).npz" --max-accesses 1000000 > "$work/out" 2>&1 ||
        [ -f "$work/$count.npz" ] || { echo "$source is not recorded"; tail -3 "$work/out"; }
done
"$work/claims" "$work"/*.npz
