#!/bin/bash
# The build of a program: what the translation has to cope with, the cache, and bad input.
cd "$(dirname "$0")/../.." || exit 1
syncstep=${SYNCSTEP:-$PWD/build/syncstep}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
failed=0

fail() { echo "FAIL $*"; failed=1; }

# refuses NAME EXPECTED COMMAND...: it fails with status 1 and says EXPECTED
refuses() {
    local name=$1 expected=$2 status
    shift 2
    "$@" > "$work/out" 2> "$work/errors"
    status=$?
    [ $status = 1 ] || fail "$name: status $status"
    grep -qF -- "$expected" "$work/errors" || { fail "$name: not said: $expected"; head -5 "$work/errors"; }
}

# --- Line ends of DOS and of old Macs: the same lines, and their text
printf '%s\n' '#include <cstdio>' '// two' '' '__global__ void k(int *a) { wrong; }' 'int main() {}' \
    > "$work/unix.cu"
sed 's/$/\r/' "$work/unix.cu" > "$work/dos.cu"
tr '\n' '\r' < "$work/unix.cu" > "$work/mac.cu"
{ head -3 "$work/unix.cu" | tr '\n' '\r'; tail -n +4 "$work/unix.cu"; } > "$work/mixed.cu"
for ends in unix dos mac mixed; do
    refuses "line ends: $ends" "$ends.cu:4: error: " "$syncstep" build "$work/$ends.cu"
    grep -qxF "    4 | __global__ void k(int *a) { wrong; }" "$work/errors" ||
        { fail "line ends: $ends"; cat "$work/errors"; }
done

# --- What is marked in a line stands where the person wrote it
before='__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; __syncthreads(); a[0] = '
cat > "$work/one_line.cu" <<CUDA
${before}s[threadIdx.x + 1]; }
int main() { int *d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); return cudaDeviceSynchronize(); }
CUDA
"$syncstep" check "$work/one_line.cu" > "$work/out" 2> "$work/errors"
grep -qxF "      │ $(printf '%*s' ${#before} '')└ thread 31" "$work/out" ||
    { fail "columns of a kernel in one line"; cat "$work/out"; }

# --- ... and where the compiler complains, behind macros as well
before='    CHECK(cudaMalloc(&d, 128)); k<<<TWICE(1), 32>>>('
cat > "$work/caret.cu" <<CUDA
#include <cstdio>
#define CHECK(call) do { if ((call) != cudaSuccess) printf("%s failed\n", #call); } while (0)
#define TWICE(x) ((x) + (x))
__global__ void k(int *a) { a[0] = 1; }
int main() { int *d;
${before}unknown);
}
CUDA
refuses "caret" "caret.cu:6: error: ‘unknown’" env LC_ALL=C.UTF-8 "$syncstep" build "$work/caret.cu"
grep -qxF "      | $(printf '%*s' ${#before} '')^" "$work/errors" ||
    { fail "column of an error behind macros"; cat "$work/errors"; }

# --- A missing } is told where its { is, beside what else the compiler says
printf '%s\n' '#include <cstdio>' 'int main()' '{' '    for (;;) {' '    printf("x");' '}' > "$work/brace.cu"
refuses "brace" "brace.cu:3: error: this { is never closed" "$syncstep" build "$work/brace.cu"
! grep -q '<syncstep>' "$work/errors" || { fail "a name that is ours"; cat "$work/errors"; }

# --- Bytes that are no text do not reach the terminal
printf 'int main()\n{\n    int x = "\x9b31m" + foo;\n}\n' > "$work/bytes.cu"
refuses "raw bytes" "bytes.cu:3: error: " "$syncstep" build "$work/bytes.cu"
! LC_ALL=C grep -q $'\x9b' "$work/errors" || { fail "raw bytes"; cat "$work/errors"; }

# --- Work folders of builds that were killed are removed, not those of builds under way
mkdir -p "$XDG_CACHE_HOME/syncstep/work-killed" "$XDG_CACHE_HOME/syncstep/work-locked" \
    "$XDG_CACHE_HOME/syncstep/work-recent"
touch -d '1 hour ago' "$XDG_CACHE_HOME/syncstep/work-killed" "$XDG_CACHE_HOME/syncstep/work-locked"
exec 8< "$XDG_CACHE_HOME/syncstep/work-locked"
flock 8
"$syncstep" build "$work/brace.cu" > "$work/out" 2>&1
exec 8<&-
[ "$(cd "$XDG_CACHE_HOME/syncstep" && echo work-*)" = "work-locked work-recent" ] ||
    fail "work folders: $(ls "$XDG_CACHE_HOME/syncstep")"
rm -r "$XDG_CACHE_HOME/syncstep"/work-*

# --- More static shared memory than a block may have, by one array or by several of one function
cat > "$work/large.cu" <<'CUDA'
template <int N> __global__ void tiles(float *p)
{
    __shared__ float a[N][N];
    __shared__ float b[N][N];
    a[0][0] = p[0], b[0][0] = a[0][0];
}
int main() { tiles<SIDE><<<1, 1>>>((float *)nullptr); }
CUDA
"$syncstep" build "$work/large.cu" -D SIDE=78 > "$work/out" 2>&1 || fail "48672 bytes are too much"
refuses "two large arrays" "the arrays of one function take 49928 bytes" \
    "$syncstep" build "$work/large.cu" -D SIDE=79
refuses "two large arrays" "large.cu:3: error: too much shared memory" \
    "$syncstep" build "$work/large.cu" -D SIDE=112

# --- Programs, as written and as compiled
for source in tests/programs/build/*.cu; do
    for as in written compiled; do
        name="$(basename "$source") ($as)"
        program=$("$syncstep" build --as "$as" "$source" 2> "$work/errors") ||
            { fail "$name: does not build"; head -9 "$work/errors"; continue; }
        timeout 60 "$program" > "$work/out" 2>&1 || fail "$name: status $?"
        sed -n 's|^// expect: ||p' "$source" | while IFS= read -r line; do
            grep -Eqx -- "$line" "$work/out" || { echo "$name: no line like: $line"; echo x >> "$work/bad"; }
        done
        sed -n 's|^// symbols: ||p' "$source" | while IFS= read -r line; do
            tr '\t' ' ' < "$(dirname "$program")/symbols" | grep -Eq -- "^$line\$" ||
                { echo "$name: no symbol like: $line"; echo x >> "$work/bad"; }
        done
        [ ! -f "$work/bad" ] || fail "$name"
        rm -f "$work/bad"
    done
done

# --- The cache
mkdir -p "$work/a b; \$(touch oops)'"
own="$work/a b; \$(touch oops)'/it's \"x\".cu"
cat > "$own" <<'CU'
#include "part.h"
#include <stdio.h>
__global__ void k(int *p) { *p = PART + EXTRA; }
int main() { int *d, h; cudaMalloc(&d, 4); k<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf("%d\n", h); }
CU
echo '#define PART 1' > "$(dirname "$own")/part.h"
one=$("$syncstep" build -D EXTRA=10 "$own" 2>&1) || fail "odd names: $one"
[ "$("$one")" = 11 ] || fail "local header and -D"
[ "$("$syncstep" build -D EXTRA=10 "$own")" = "$one" ] || fail "the same build twice"
two=$("$syncstep" build -D EXTRA=20 "$own")
[ "$("$two")" = 21 ] || fail "another define"
echo '#define PART 2' > "$(dirname "$own")/part.h"
three=$("$syncstep" build -D EXTRA=10 "$own")
[ "$("$three")" = 12 ] || fail "a header that changed"
[ "$("$one")" = 11 ] || fail "the older result is gone"
[ ! -e oops ] && [ ! -e "$work/oops" ] || fail "a name was run by a shell"
mkdir "$work/include"
mv "$(dirname "$own")/part.h" "$work/include"
four=$(cd "$work" && "$syncstep" build -I include -D EXTRA=30 "$own")
[ "$("$four")" = 32 ] || fail "-I"
grep -q "^source $work/include/part.h$" "$(dirname "$four")/info" || fail "-I headers are not the person's"

# Several at once, on an empty cache.
for i in 1 2 3 4; do
    XDG_CACHE_HOME=$work/cache2 "$syncstep" build -I "$work/include" -D EXTRA=1 "$own" > "$work/at-once$i" 2>&1 &
done
wait
for i in 1 2 3 4; do
    [ "$("$(cat "$work/at-once$i")")" = 3 ] || fail "four at once: $(cat "$work/at-once$i")"
done
[ -z "$(find "$work/cache2/syncstep" -name 'work-*')" ] || fail "left over: work folders"

# Without a home, and with one that is a file.
five=$(env -u HOME -u XDG_CACHE_HOME "$syncstep" build -I "$work/include" -D EXTRA=1 "$own" 2>&1) || fail "no home: $five"
[ "$("$five")" = 3 ] || fail "no home: $five"
rm -rf "$(dirname "$five")"
touch "$work/file"
XDG_CACHE_HOME=$work/file "$syncstep" build -I "$work/include" -D EXTRA=1 "$own" > /dev/null 2>&1 ||
    fail "a cache that cannot be"

# --- Bad input
refuses missing "No such file" "$syncstep" build "$work/none.cu"
"$syncstep" build "$work" 2> "$work/errors"; [ $? = 2 ] && grep -q "is a folder" "$work/errors" || fail "a folder: $(head -1 "$work/errors")"
echo 'int main() { return undefined_thing; }' > "$work/x.cu"
refuses "compile error" "x.cu:1: error: ‘undefined_thing’ was not declared" "$syncstep" build "$work/x.cu"
printf '#include <cusparse_v2.h>\nint main() {}\n' > "$work/x.cu"
refuses header "x.cu:1: cuSPARSE (cusparse_v2.h) is not supported by the emulator" "$syncstep" build "$work/x.cu"
printf 'int main() { cusparseHandle_t g; }\n' > "$work/x.cu"
refuses name "x.cu:1: cuSPARSE (cusparseHandle_t) is not supported" "$syncstep" build "$work/x.cu"
printf '__global__ void k(int *p) {}\nint main() { float *f;\n k<<<1,1>>>(f); }\n' > "$work/x.cu"
refuses "wrong argument" "x.cu:3: error: " "$syncstep" build "$work/x.cu"
printf '#include "y.h"\n' > "$work/x.cu"
printf '\n\nint f() { return g(); }\n' > "$work/y.h"
refuses "in a header" "y.h:3: error: " "$syncstep" build "$work/x.cu"
printf 'void helper();\nint main() { helper(); }\n' > "$work/x.cu"
refuses linker "x.cu:2: error: helper() is used but not defined" "$syncstep" build "$work/x.cu"
head -c 3000 /dev/urandom > "$work/x.cu"
refuses binary "x.cu" "$syncstep" build "$work/x.cu"
: > "$work/x.cu"
refuses empty "main" "$syncstep" build "$work/x.cu"
mkdir "$work/bin"
refuses "no compiler" "g++ is not installed" env PATH="$work/bin" "$syncstep" build "$work/x.cu"
[ $failed = 0 ] && echo "build: all as expected"
exit $failed
