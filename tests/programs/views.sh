#!/usr/bin/env bash
# Every view of a shipped recording at 80 x 24: in colour, without colour, in ASCII and in Chinese,
# against tests/golden/views/. UPDATE_GOLDEN=1 writes them: read what changed.
cd "$(dirname "$0")/../.." || exit 1
syncstep=${SYNCSTEP:-build/syncstep}
golden=tests/golden/views
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset LANGUAGE
export LC_ALL=C.UTF-8
shots() { # MODE ENDING OPTION...: every view
    local mode=$1 ending=$2
    shift 2
    for view in tree access banks blocks source output device notes; do
        local round=3
        [ $view = access ] && round=0
        "$syncstep" shot assets/traces/cubes_tree.npz --view $view --round $round "$@" \
            -o "$work/$view-$mode.$ending" || exit 1
    done
    "$syncstep" shot assets/traces/two_passes.npz --view ladder "$@" \
        -o "$work/ladder-$mode.$ending" || exit 1
}
shots colour ans --theme dark
shots mono ans --theme print
shots ascii txt --ascii
if LC_ALL=zh_CN.UTF-8 locale charmap 2>/dev/null | grep -q UTF-8; then
    LC_ALL=zh_CN.UTF-8 shots chinese txt
else
    echo "no locale zh_CN.UTF-8: no Chinese screens"
fi
if LC_ALL=C grep -lP '[^\x00-\x7f]' "$work"/*-ascii.txt; then
    echo "not only ASCII"
    exit 1
fi
if [ -n "$UPDATE_GOLDEN" ]; then
    mkdir -p "$golden"
    cp "$work"/* "$golden/"
fi
if ! command -v msgfmt >/dev/null; then rm -f "$work"/*-chinese.txt; fi
failed=0
for file in "$work"/*; do
    cmp -s "$file" "$golden/$(basename "$file")" && continue
    echo "differs: $golden/$(basename "$file")"
    diff "$golden/$(basename "$file")" "$file" | head -10
    failed=1
done
exit $failed
