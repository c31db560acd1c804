#!/bin/sh
# usage: docs.sh [--check] - writes what is made from tables: the keys in README.md, the manual page
# and the completions; --check only says whether they are up to date.
set -eu
cd "$(dirname "$0")/../.."
program=${SYNCSTEP:-${BUILD:-build}/syncstep}
export LC_ALL=C.UTF-8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p assets/man assets/completions

"$program" docs keys > "$work/keys"
awk -v keys="$work/keys" '
    /<!-- keys: end -->/ { skip = 0 }
    !skip { print }
    /<!-- keys: begin -->/ { while ((getline line < keys) > 0) print line; skip = 1 }
    ' README.md > "$work/README.md"
"$program" docs man > "$work/syncstep.1"
"$program" docs bash > "$work/syncstep.bash"
"$program" docs zsh > "$work/_syncstep"

place() { # MADE FILE
    if cmp -s "$work/$1" "$2"; then return; fi
    if [ "${check:-}" ]; then
        echo "$2 is not up to date: make docs"
        exit 1
    fi
    cat "$work/$1" > "$2"
    echo "$2"
}
[ "${1:-}" != --check ] || check=1
place README.md README.md
place syncstep.1 assets/man/syncstep.1
place syncstep.bash assets/completions/syncstep.bash
place _syncstep assets/completions/_syncstep
