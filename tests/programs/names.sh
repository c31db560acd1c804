#!/usr/bin/env bash
# What is named and cannot be there (an empty name, a folder, a file of the wrong kind) is a mistake
# in the command line: 2. What could be there and is not: 1, for `check` 2, "could not tell". The
# words are the same for all commands. And tools are found without a PATH.
cd "$(dirname "$0")/../.." || exit 1
syncstep=$PWD/${SYNCSTEP:-build/syncstep}
[ -x "$syncstep" ] || syncstep=$SYNCSTEP
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8
failed=0
says() { # STATUS WORDS COMMAND...
    local wanted=$1 words=$2 got text
    shift 2
    text=$(timeout 60 "$syncstep" "$@" </dev/null 2>&1 >/dev/null)
    got=$?
    [ $got = "$wanted" ] || { echo "$*: status $got, not $wanted"; failed=1; }
    case $text in
        *"$words"*) ;;
        *) echo "$*: says \"$text\", not \"$words\""; failed=1 ;;
    esac
}
out=$work/out
gone=$work/gone
for command in run view report check shot "sweep -D N=1,2" "record -o $out.npz" "export --to csv -o $out.csv"; do
    says 2 "the name of the file is empty" $command ""
    says 2 "that is a folder" $command "$work"
done
says 2 "the name of the lesson is empty" lesson ""
for command in run report shot "sweep -D N=1,2" "record -o $out.npz"; do
    says 1 "$gone.cu: " $command "$gone.cu"
done
for command in view report shot "export --to csv -o $out.csv"; do
    says 1 "$gone.npz: " $command "$gone.npz"
done
# of several traces each one, before the first is read out
printf 'hello' >"$work/text.npz"
says 0 "" view assets/traces/dot.npz assets/traces/dot.npz --plain
says 1 "$gone.npz: No such file" view assets/traces/dot.npz "$gone.npz" --plain
says 1 "$gone.npz: No such file" view assets/traces/dot.npz "$gone.npz"
says 1 "text.npz: not a trace" view assets/traces/dot.npz "$work/text.npz" --plain
[ -z "$("$syncstep" view assets/traces/dot.npz "$gone.npz" --plain 2>/dev/null)" ] ||
    { echo "the first trace is read out before the second one is found missing"; failed=1; }
says 2 "$gone.cu: No such file" check "$gone.cu"
says 2 "$gone.npz: No such file" check "$gone.npz"
says 1 "no lesson named" lesson "$gone"

# the compiler looks for its linker in PATH
cat >"$work/hello.cu" <<END
#include <cstdio>
__global__ void k(int *x) { *x = 1; }
int main() { int *x; cudaMalloc(&x, 4); k<<<1, 1>>>(x); cudaFree(x); return 0; } // $work
END
env -i HOME="$work" XDG_CACHE_HOME="$work" timeout 120 "$syncstep" check "$work/hello.cu" \
    --backend emulator >"$work/says" 2>&1 || { echo "without a PATH:"; cat "$work/says"; failed=1; }
exit $failed
