#!/usr/bin/env bash
# What screens of the lessons say, where they once said what was not so or was cut.
cd "$(dirname "$0")/../.." || exit 1
syncstep=${SYNCSTEP:-build/syncstep}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8
unset LANGUAGE
failed=0
shows() { # WORDS SHOT-ARGUMENTS...
    local words=$1
    shift
    timeout 120 "$syncstep" shot "$@" >"$work/screen" 2>&1
    grep -qF -- "$words" "$work/screen" || { echo "shot $*: not \"$words\""; failed=1; }
}
hides() { # WORDS: not on the screen of the last call
    grep -qF -- "$1" "$work/screen" && { echo "still \"$1\""; failed=1; }
}
shows "has no elements: its size was not given" broken/11 --view tree --round 0
hides "uses no shared memory"
shows "exits" reduction/6 --view tree --round 9
hides "waits"
shows "· idle       │" broken/2 --view tree --round 3 # some wait, some exit, some have gone
shows "more lines ↓" reduction/26 --view notes --round 0
shows "1.4 (12)" reduction/13 --view ladder
shows "148 (1)" reduction/3 --view ladder # the base, everywhere
shows "× above" reduction/3 --view ladder
shows "4.64 µs         –       –" reduction/10 --view ladder # nothing to compare with, and why:
shows "No row above it uses as much global memory" reduction/10 --view ladder
shows "marked (12)" reduction/12 --view ladder
shows "reads output and offset and writes" memory/5 --view tree --round 0 # no arrays
shows "1 to 128 threads, ends 9 rounds" broken/2 --view source --round 1
shows "only t < i come here ────── ends 8 rounds" broken/2 --view source --round 1
shows "4 bytes for each of 32 lanes  1 error, 1 warning" broken/1 --view banks --round 1 # not cut
shows "reads 4 bytes, 32 lanes  1 error" broken/1 --view access --round 0
shows "lane 0 → outside of every array, bank 31" broken/4 --view banks --round 1
shows "at work: last (:array last)" reduction/24 --view tree --round 10
shows "→  97         sum += partial[b];" reduction/17 --view source --round 4 # what the CPU does
hides "0 requests"
shows "round 0 ends at about" reduction/11 --view blocks # not at the end of the axis
shows "block 0 on SM 0: 0 to" reduction/11 --view blocks --round 10
shows "13 without -DN=65536" reduction/13 --view ladder
shows "launch 0 of 0-1" broken/8 --view output
shows "also lane 16's bank" reduction/13 --view banks --round 1
shows "! race   a cell is 8 slots" tests/programs/rounds/raced_strip.cu --view tree --round 1
hides "by several"
shows "█ by several   ░ still there   a cell is 8 slots" tests/programs/rounds/raced_strip.cu \
    --view tree --round 3
timeout 120 "$syncstep" lesson reduction last_block --plain >"$work/screen" 2>&1
grep -qF "Shared variable last of type bool." "$work/screen" || { echo "a scalar is no array"; failed=1; }
hides "last of 256"
if LC_ALL=zh_CN.UTF-8 locale charmap 2>/dev/null | grep -q UTF-8 && command -v msgfmt >/dev/null; then
    export LC_ALL=zh_CN.UTF-8
    shows "行 49" reduction/16 --view tree --round 4
    hides "第 49 …"
    shows "41 第1次" broken/1 --view tree --round 1
    shows "也是通道 16 的存储体" reduction/13 --view banks --round 1
    for command in "" lesson shot doctor; do
        "$syncstep" $command --help >"$work/screen"
        grep -q "^用法：syncstep" "$work/screen" || { echo "$command --help is not translated"; failed=1; }
        grep -E '^  (--?[a-z-]+|[a-z]+) .*  [a-z][a-z]+ [a-z]+ [a-z]+' "$work/screen" && failed=1
    done
    "$syncstep" lesson >"$work/screen"
    grep -q "26 个步骤 .*归约" "$work/screen" || { echo "the list of lessons"; failed=1; }
    printf '[lesson]\ntitel = x\n' >"$work/bad.ini"
    "$syncstep" lesson "$work/bad.ini" 2>&1 | grep -q "bad.ini:2: .*但没有" ||
        { echo "an error of a lesson's file"; failed=1; }
fi
exit $failed
