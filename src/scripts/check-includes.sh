#!/bin/sh
# Includes run one way: build -> run -> trace -> analysis -> view -> canvas -> output. Says every
# include that runs another way; exit 1 if there is one.
set -eu
cd "$(dirname "$0")/../.."

# Folder, and the folders that it may include.
allowed() {
    case $1 in
    base) echo "base" ;;
    build) echo "base build" ;;
    trace) echo "base trace" ;;
    gpu) echo "base build run trace gpu" ;;
    run) echo "base build run trace" ;;
    analysis) echo "base trace analysis" ;;
    canvas) echo "base canvas" ;;
    lesson) echo "base lesson" ;;
    view) echo "base trace analysis canvas lesson app view" ;;
    app) echo "base build run gpu trace analysis canvas lesson view app" ;;
    export) echo "base trace analysis canvas view app export" ;;
    ui) echo "base trace analysis canvas lesson view app export ui" ;;
    emulator) echo "base run emulator" ;;
    cmd | .) echo "base build run gpu trace analysis canvas lesson view app export ui cmd" ;;
    *) echo "" ;;
    esac
}

bad=0
for file in $(find src -name '*.[ch]' -o -name '*.cpp' | sort); do
    folder=$(dirname "${file#src/}")
    folder=${folder%%/*}
    may=" $(allowed "$folder") "
    for included in $(sed -n 's|^#include "\([a-z_]*\)/[^"]*".*|\1|p' "$file"); do
        [ -d "src/$included" ] || continue
        case $may in
        *" $included "*) ;;
        *) echo "$file: includes $included/, which runs the wrong way"; bad=1 ;;
        esac
    done
done
for file in $(grep -rlE '#include <(ncursesw/)?(curses|ncurses|term)\.h>' src || true); do
    case $file in src/ui/*) ;; *) echo "$file: curses belongs to src/ui/"; bad=1 ;; esac
done
exit $bad
