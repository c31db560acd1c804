#!/bin/bash
# Installed under a prefix it finds its parts there, not in the build tree, wherever the prefix is
# moved; uninstall leaves nothing.
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
failed=0
fail() { echo "FAIL $*"; failed=1; }

PREFIX=/opt/syncstep DESTDIR=$work/tree BUILD=$build src/scripts/install.sh install > "$work/log" 2>&1 ||
    fail "install: $(tail -3 "$work/log")"
mv "$work/tree/opt/syncstep" "$work/moved prefix"
installed="$work/moved prefix/bin/syncstep"

"$installed" doctor > "$work/doctor"
grep -q "^emulator *ok *$work/moved prefix/lib/syncstep/libsyncstep_emulator.a" "$work/doctor" ||
    fail "doctor: $(grep ^emulator "$work/doctor")"
grep -q "^CUDA headers *ok *$work/moved prefix/share/syncstep/cuda/cuda_runtime.h" "$work/doctor" ||
    fail "doctor: $(grep ^CUDA "$work/doctor")"
program=$("$installed" build kernels/vector_add.cu 2>&1) || fail "build: $program"
"$program" > "$work/out" 2>&1 || fail "run: $(tail -3 "$work/out")"
grep -q " 0 wrong" "$work/out" || fail "run: $(tail -1 "$work/out")"
# The sources that the GPU back end compiles find each other.
share="$work/moved prefix/share/syncstep"
if [ -d /usr/local/cuda/include ]; then
    for file in "$share"/src/gpu/target/*.c; do
        gcc -std=gnu17 -w -fsyntax-only -D_GNU_SOURCE -I"$share/src" -I"$share/include" \
            -I/usr/local/cuda/include "$file" 2> "$work/out" || fail "$file: $(head -2 "$work/out")"
    done
fi
# Through a link in $PATH as well.
mkdir "$work/bin"
ln -s "$installed" "$work/bin/syncstep"
PATH=$work/bin:$PATH syncstep build kernels/vector_add.cu > "$work/out" 2>&1 || fail "link: $(cat "$work/out")"
(cd / && PATH=$work/bin:$PATH syncstep lesson) > "$work/out" 2>&1
grep -q reduction "$work/out" || fail "lessons: $(head -3 "$work/out")"

mkdir -p "$work/tree/opt"
mv "$work/moved prefix" "$work/tree/opt/syncstep"
PREFIX=/opt/syncstep DESTDIR=$work/tree BUILD=$build src/scripts/install.sh uninstall
left=$(find "$work/tree" -type f | head -3)
[ -z "$left" ] || fail "uninstall left $left"
[ $failed = 0 ] && echo "install: all as expected"
exit $failed
