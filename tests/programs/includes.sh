#!/bin/sh
# src/scripts/check-includes.sh: what runs the right way passes, each wrong way is said.
set -u
check=$(cd "$(dirname "$0")/../.." && pwd)/src/scripts/check-includes.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failed=0

# FROM INCLUDED: the lines that the check says of a file in src/FROM that includes INCLUDED.
said() {
    rm -rf "$tree/src"
    mkdir -p "$tree/src/$1"
    case $2 in */*) mkdir -p "$tree/src/${2%/*}" ;; esac
    printf '#include "base/str.h"\n#include %s\n' "${3-\"$2\"}" > "$tree/src/$1/file.c"
    "$check" "$tree"
}

right() {
    out=$(said "$@") && [ -z "$out" ] && return
    echo "src/$1 may include $2, but: $out"
    failed=1
}

wrong() {
    out=$(said "$@") || case $out in *"src/$1/file.c: "*) return ;; esac
    echo "src/$1 must not include $2, but the check says: $out"
    failed=1
}

right state analysis/race.h
right view state/state.h
right app view/view.h
right ui app/frame.h
right ui curses.h '<ncursesw/curses.h>'
wrong state view/view.h
wrong state app/show.h
wrong view app/show.h
wrong view ui/loop.h
wrong analysis state/state.h
wrong trace analysis/race.h
wrong run gpu/ptx.h
wrong app ui/loop.h
wrong export app/frame.h
wrong unknown base/str.h
wrong view curses.h '<ncursesw/curses.h>'
exit $failed
