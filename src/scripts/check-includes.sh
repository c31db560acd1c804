#!/bin/sh
# Includes run one way: build -> run -> trace -> analysis -> state -> view -> app -> output. Says
# every include that runs another way; exit 1 if there is one. `check-includes.sh FOLDER` looks at
# another tree than this one.
set -eu
cd "${1:-$(dirname "$0")/../..}"

# Folder: the folders that it may include besides itself. They stand above it, so that no two
# folders can include each other.
table='
base:
canvas:   base
lesson:   base
build:    base
trace:    base
run:      base build trace
gpu:      base build trace run
emulator: base run
analysis: base trace
state:    base trace analysis canvas
view:     base trace analysis canvas state
app:      base trace analysis canvas state view
export:   base trace analysis canvas
ui:       base trace analysis canvas state view app
cmd:      base build run gpu trace analysis canvas lesson state view app export ui
.:        base cmd
'

bad=0
above=" "
may_of() { echo "$table" | sed -n "s/^$1: */ /p"; }
for folder in $(echo "$table" | sed -n 's/^\(.*\):.*/\1/p'); do
    for included in $(may_of "$folder"); do
        case $above in
        *" $included "*) ;;
        *) echo "check-includes.sh: $included stands below $folder"; bad=1 ;;
        esac
    done
    above="$above$folder "
done

for file in $(find src -name '*.[ch]' -o -name '*.cpp' | sort); do
    folder=$(dirname "${file#src/}")
    folder=${folder%%/*}
    may=" $folder $(may_of "$folder") "
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
