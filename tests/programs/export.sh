#!/usr/bin/env bash
# Files of all formats from all views, read by other people's programs; failures leave nothing half
# done behind. usage: export.sh
cd "$(dirname "$0")/../.." || exit 1
syncstep=${SYNCSTEP:-build/syncstep}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() { echo "FAIL $*"; failed=1; }

"$syncstep" record kernels/cubes_tree.cu -D DATA_SIZE=16384 -o "$work/t.npz" >/dev/null 2>&1 ||
    fail "record"

for view in tree access banks blocks source ladder output device notes; do
    for size in 80x24 160x45; do
        for theme in dark light print; do
            for format in txt ans svg png pdf html; do
                out=$work/$view-$size-$theme.$format
                "$syncstep" shot "$work/t.npz" --view $view --round 3 --size $size --theme $theme \
                    -o "$out" 2>"$work/errors" || fail "$out: $(cat "$work/errors")"
            done
        done
        [ "$(wc -l <"$work/$view-$size-dark.txt")" = "${size#*x}" ] || fail "$view $size: lines"
        cmp -s "$work/$view-$size-dark.txt" "$work/$view-$size-light.txt" ||
            fail "$view $size: the theme changes the text"
    done
done
"$syncstep" shot "$work/t.npz" --no-color --size 80x24 -o "$work/plain.ans" || fail "no colour"
grep -q "$(printf '\033')\[[0-9;]*[34]8;" "$work/plain.ans" && fail "--no-color has colours"
grep -q "$(printf '\033')\[[0-9;]*[34]8;" "$work/tree-80x24-dark.ans" || fail "dark has none"
if command -v xmllint >/dev/null; then
    xmllint --noout "$work"/*.svg || fail "svg is not well-formed"
    xmllint --noout --html "$work"/*.html 2>/dev/null || fail "html does not parse"
fi
if command -v pdftotext >/dev/null; then
    pdftotext -layout "$work/tree-80x24-dark.pdf" - | tr -d ' \f' | grep . >"$work/pdf.txt"
    tr -d ' ' <"$work/tree-80x24-dark.txt" | grep . >"$work/plain.txt"
    cmp -s "$work/pdf.txt" "$work/plain.txt" || fail "the pdf's text is not the screen's"
fi
"$syncstep" shot "$work/t.npz" --rounds 0-9 -o "$work/all.pdf" || fail "pages"
if command -v pdfinfo >/dev/null; then
    pdfinfo "$work/all.pdf" | grep -q '^Pages: *10$' || fail "ten rounds are not ten pages"
fi
for ending in svg txt; do
    "$syncstep" shot "$work/t.npz" --rounds 0-9 -o "$work/round.$ending" || fail "a file each"
    [ "$(ls "$work"/round-*.$ending | wc -l)" = 10 ] || fail "ten rounds are not ten $ending files"
done

"$syncstep" export "$work/t.npz" --to cast -o "$work/t.cast" || fail "cast"
if command -v asciinema >/dev/null && command -v script >/dev/null; then
    script -qec "asciinema cat '$work/t.cast'" /dev/null </dev/null >"$work/cast.txt" 2>&1
    grep -q 'kernel ends' "$work/cast.txt" || fail "asciinema does not play the cast"
fi
"$syncstep" export "$work/t.npz" --to perfetto -o "$work/t.json" || fail "perfetto"
"$syncstep" export "$work/t.npz" --to csv -o "$work/t.csv" >/dev/null || fail "csv"
[ "$(wc -l <"$work/t.blocks.csv")" = 33 ] || fail "32 blocks are not 32 rows"

# What cannot be written says so in one line and leaves what was there.
refuse() { # WORDS COMMAND...
    local words=$1
    shift
    "$@" >/dev/null 2>"$work/errors" && fail "$*: status 0"
    [ "$(wc -l <"$work/errors")" = 1 ] || fail "$*: not one line"
    grep -q -- "$words" "$work/errors" || fail "$*: $(cat "$work/errors")"
}
echo before >"$work/kept.svg"
refuse "ending" "$syncstep" shot "$work/t.npz" -o "$work/x.gif"
refuse "No such file" "$syncstep" shot "$work/t.npz" -o "$work/no/such/x.svg"
refuse "to takes" "$syncstep" export "$work/t.npz" --to paper -o "$work/x"
refuse "missing" "$syncstep" export "$work/t.npz" --to csv
for format in txt ans svg png pdf html; do
    ln -s /dev/full "$work/full.$format"
    refuse "No space left" "$syncstep" shot "$work/t.npz" -o "$work/full.$format"
done
refuse "No space left" "$syncstep" export "$work/t.npz" --to cast -o /dev/full
refuse "No space left" "$syncstep" export "$work/t.npz" --to perfetto -o /dev/full
mkdir "$work/folder.svg"
refuse "that is a folder" "$syncstep" shot "$work/t.npz" -o "$work/folder.svg"
"$syncstep" shot "$work/t.npz" -o - >/dev/full 2>"$work/errors" && fail "a full disk: status 0"
"$syncstep" shot "$work/t.npz" -o "$work/kept.svg" || fail "an existing file"
grep -q '<svg' "$work/kept.svg" || fail "an existing file is not replaced"

[ $failed = 0 ] && echo "export: every view in every format, read back"
exit $failed
