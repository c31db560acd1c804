#!/usr/bin/env bash
# What an access and a barrier cost in a block that is not recorded, beside one that is. Processor
# time, which other work on the machine changes little.
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CC:-gcc} -std=c17 -O2 -D_GNU_SOURCE -Isrc -Iinclude tests/programs/emulator/spool_run.c -o "$work/spool_run" ||
    exit 1
program=$("$build/syncstep" build tests/bench/unrecorded.cu) || exit 1

seconds() { # BLOCKS [ARGUMENT]: the least processor time of three runs
    for run in 1 2 3; do
        "$work/spool_run" -q -m 4000000000 -b "$1" "$program" ${2:+"$2"} |
            sed -n 's/^processor \(.*\) seconds$/\1/p'
    done | sort -g | head -1
}
tell() { # WHAT COUNT [ARGUMENT]
    awk -v what="$1" -v count="$2" -v all="$(seconds 0-4000000000 "$3")" \
        -v none="$(seconds 100-100 "$3")" 'BEGIN {
        printf "%s: %.1f ns where the block is recorded, %.1f ns where it is not: %.1f x\n", what,
            all / count * 1e9, none / count * 1e9, all / none }'
}
tell 'an access' 33685504
tell 'a thread at a barrier' 8388608 barriers
