#!/usr/bin/env bash
# What a run says about itself is known to the list by which it is translated (src/analysis/told.c),
# and in Chinese nothing of it stays English.
cd "$(dirname "$0")/../.." || exit 1
command -v xgettext >/dev/null || { echo "no gettext here"; exit 77; }
SYNCSTEP=${SYNCSTEP:-build/syncstep}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# One msgid a line, without its quotes.
messages() {
    xgettext --from-code=UTF-8 --no-location --no-wrap --keyword --keyword="$1" --language="$2" -o - "${@:3}" |
        sed -n 's/^msgid "\(.*\)"$/\1/p' | grep -v '^$' | sort -u
}

messages N_ C src/analysis/told.c >"$work/known"
# sentences: they begin with a capital or a figure and end with a full stop
messages snprintf:3 C++ src/emulator/*.cpp | grep -E '^([A-Z]|-?\(?%).* .*[.?]$' >"$work/said"
messages snprintf:3 C src/run/run.c src/run/collect_{diagnostics,words,outside,failed}.c | grep ' ' >>"$work/said"
messages N_ C src/run/*.c src/gpu/*.c | grep '%' >>"$work/said"
[ "$(wc -l <"$work/said")" -gt 50 ] || { echo "no messages found"; exit 1; }
while IFS= read -r message; do
    grep -qxF -- "$message" "$work/known" && continue
    echo "src/analysis/told.c does not know: $message"
    failed=1
done <"$work/said"

[ "$(LC_ALL=zh_CN.UTF-8 locale charmap 2>/dev/null)" = UTF-8 ] || {
    [ $failed = 0 ] || exit 1
    echo "no locale zh_CN.UTF-8 here"
    exit 77
}

# Lines of source, what the program printed, names of files, of CUDA and of the program's own.
english() {
    grep -v '^ *[0-9]* [│|]\|^ *│\|^    [A-Za-z]' "$1" |
        sed 's/[A-Za-z_]*\.cu//g; s/__[a-z]*()//g; s/cuda[A-Z][A-Za-z]*\(()\)\?//g; s/--[a-z]*//g; s/syncstep run//g; s/printf()//g' |
        grep -oE '[A-Za-z_]{4,}' | grep -vxF -f "$work/names"
}
faults=(copies_that_failed copies_too_large misaligned_shared shuffle_from_absent_lanes
    host_array_in_a_kernel mask_without_the_caller return_before_barrier)
for program in kernels/broken/*.cu "${faults[@]/#/tests/programs/faults/}"; do
    [ -f "$program" ] || program=$program.cu
    [ -f "$program" ] || { echo "$program: no such program"; exit 1; }
    grep -oE '[A-Za-z_]{4,}' "$program" | sort -u >"$work/names"
    # words of the English comments are no names
    grep -vxE 'thread|threads|block|waits|reads|writes|barrier|line|round|bytes|does|not|while|that|which|from|with|this|race' \
        "$work/names" >"$work/kept"
    printf 'syncstep\ncontinue\nlong\nfloat\nvolatile\nVolta\nCUDA\natomicAdd\n__ballot_sync\nffff\n' | cat - "$work/kept" >"$work/names"
    LC_ALL=zh_CN.UTF-8 timeout 120 "$SYNCSTEP" check --timeout 5 "$program" >"$work/out" 2>&1
    words=$(english "$work/out" | sort -u | tr '\n' ' ')
    [ -z "$words" ] || { echo "$program: still English: $words"; failed=1; }
done
exit $failed
