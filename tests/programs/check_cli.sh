#!/bin/bash
# check and report from the command line: exit statuses, what goes to standard output, schema.
set -u
: "${SYNCSTEP:=build/syncstep}"
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# expect WHAT STATUS WANTED_STATUS
expect() {
    if [ "$2" != "$3" ]; then
        echo "$1: exit status $2, not $3"
        cat "$work/out" "$work/err"
        failed=1
    fi
}
try() { "$SYNCSTEP" "$@" >"$work/out" 2>"$work/err"; }

try check "$here/faults/correct_shuffles.cu"
expect "correct program" $? 0
[ -s "$work/out" ] && { echo "a correct program made check talk"; failed=1; }

try check "$here/faults/tree_without_barrier.cu"
expect "race" $? 1
grep -q '^tree_without_barrier.cu:14: error: race on sums\[32\]: ' "$work/out" || {
    echo "headline missing:"; head -3 "$work/out"; failed=1
}

# Many pairs of lines and probably one cause: the first in full, all others in one.
try check "$here/faults/last_warp_in_lockstep.cu"
expect "unrolled warp" $? 1
[ "$(grep -c ': warning: ' "$work/out")" = 2 ] &&
    grep -q '^last_warp_in_lockstep.cu:16: warning: 19 more races on sums in the same round, on lines 16; 15 and 17; 16 and 17; 17; ' "$work/out" || {
    echo "many pairs of lines:"; cat "$work/out"; failed=1
}

# Programs that come with syncstep are found by their bare names, the broken ones, too.
command=$(realpath "$SYNCSTEP")
for name in vector_add missing_barrier; do
    (cd "$work" && "$command" build $name.cu >out 2>err)
    expect "bare name $name.cu" $? 0
done
(cd "$work" && "$command" check missing_barrier.cu >out 2>err)
expect "bare name of a broken program" $? 1

# What was not recorded is not judged: check says so, claims nothing that rests on it, and cannot tell.
for most in 0 50; do
    try check --max-accesses $most "$here/faults/tree_without_barrier.cu"
    expect "recording cut at $most" $? 2
    grep -q "the recording is incomplete, since --max-accesses $most was reached" "$work/out" || {
        echo "cut at $most: not said"; cat "$work/out"; failed=1
    }
    grep -q 'never read again' "$work/out" && { echo "cut at $most: unread slots"; failed=1; }
done
try check --max-accesses 500 "$here/faults/tree_without_barrier.cu"
expect "race in what was recorded" $? 1
try check --max-accesses 1278 "$here/faults/correct_shuffles.cu"
grep -q 'incomplete' "$work/out" && { echo "complete recording called incomplete"; failed=1; }

# Nor are rounds beyond as many: a loop over a barrier that touches no memory would fill the recording.
# One that never ends does not count as getting on for ever, and is said to be where it is.
cat >"$work/rounds.cu" <<'CUDA'
__global__ void turns(int *out, unsigned turns)
{
    for (unsigned i = 0; i < turns; i++)
        __syncthreads();
    out[threadIdx.x] = 1;
}
int main()
{
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    turns<<<1, 32>>>(d, TURNS);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return h[0] - 1;
}
CUDA
try check "$work/rounds.cu" -DTURNS=70000
expect "70000 rounds" $? 0
try check "$work/rounds.cu" -DTURNS=70000 --max-accesses 32
expect "more rounds than are kept" $? 2
grep -q "the recording is incomplete, since blocks had come to a barrier 65536 times" "$work/out" &&
    grep -q ', 65536 rounds' "$work/out" || {
    echo "rounds that were not kept: not said"; cat "$work/out"; failed=1
}
try check "$work/rounds.cu" -DTURNS=~0u --max-accesses 32 --timeout 2
expect "endless loop with a barrier" $? 1
grep -q '^rounds.cu:4: error: The time was up; thread .* of block 0 of turns was here' "$work/out" &&
    grep -q ', 65536 rounds' "$work/out" || {
    echo "endless loop with a barrier:"; cat "$work/out"; failed=1
}

# The constant cache has no sectors.
try report "$here/../../kernels/symbols.cu"
awk '$1 == 38 && $2 == 256 && $3 == 0 { found = 1 } END { exit !found }' "$work/out" || {
    echo "constant memory in sectors:"; cat "$work/out"; failed=1
}

# A kernel that is launched again and again has said the same each time: record tells it once.
cat >"$work/again.cu" <<'CUDA'
__global__ void k(int *x, int *y) {
    y[threadIdx.x] = x[threadIdx.x] + 1;
}
int main() {
    int *x, *y;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMalloc(&y, 64 * sizeof(int));
    for (int i = 0; i < 7; i++) k<<<1, 64>>>(x, y);
    return cudaDeviceSynchronize();
}
CUDA
try record "$work/again.cu" -o "$work/again.npz"
[ "$(grep -c 'read of x\[0\]' "$work/err")" = 1 ] && grep -q '(7 times in all)$' "$work/err" || {
    echo "seven launches, the same of each:"; cat "$work/err"; failed=1
}

# What to do depends on the order in which the program makes the two accesses of a line.
one_line() { # STATEMENTS ADVICE
    cat >"$work/line.cu" <<CUDA
__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    $1
}
int main() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    k<<<1, 64>>>(a);
    return cudaDeviceSynchronize();
}
CUDA
    try check "$work/line.cu"
    grep -q "What to do: $2" "$work/out" || { echo "$1: no \"$2\""; cat "$work/out"; failed=1; }
}
one_line 's[t] = t; __syncthreads(); if (t < 32) for (int i = 16; i; i /= 2) s[t] += s[t + i];' \
    'read the slot into a variable first, then a __sync.*, then write, and another one at the end of each turn'
one_line 's[t] = t; if (t < 32) __syncthreads(); a[t] = s[63 - t];' \
    'a __syncthreads() between the two accesses on line 4'
one_line 's[t] = t; a[t] = s[63 - t];' 'a __syncthreads() between the two accesses on line 4'
one_line 's[t] = t; if (t < 32) __syncthreads(); a[t] = s[63 - t]; __syncthreads();' \
    'a __syncthreads() between the two accesses on line 4'
one_line 's[t] = t; __syncthreads(); s[t] = s[(t + 32) % 64];' 'read the slot into a variable first'

# Operands in the order of the line, and every how manyth element a loop reads.
cat >"$work/words.cu" <<'CUDA'
__device__ int times(int a, int b) { return a * b; }
__global__ void m(const int *y, const int *x, int *z) {
    z[threadIdx.x] = times(x[threadIdx.x], y[threadIdx.x]);
}
__global__ void k(const int *x) {
    __shared__ int s[32];
    int sum = 0;
    for (int i = threadIdx.x; i < 1024; i += 32) sum += x[i];
    s[threadIdx.x] = sum;
}
int main() {
    int *x, *y, *z;
    cudaMallocManaged(&x, 4096);
    cudaMallocManaged(&y, 4096);
    cudaMallocManaged(&z, 4096);
    for (int i = 0; i < 1024; i++) x[i] = y[i] = i;
    m<<<1, 32>>>(y, x, z);
    k<<<1, 32>>>(x);
    return cudaDeviceSynchronize();
}
CUDA
"$SYNCSTEP" run "$work/words.cu" --plain >"$work/out" 2>"$work/err" || failed=1
tr '\n' ' ' <"$work/out" >"$work/line"
for words in 'x\[t\] and y\[t\]' 'x\[t, t+32, \.\. t+992\]'; do
    grep -q "$words" "$work/line" || { echo "not said: $words"; cat "$work/out"; failed=1; }
done

# A stage of a lesson by number and by name; what is read out says how to go on.
for stage in reduction/6 reduction/cubes_tree cubes_tree; do
    "$SYNCSTEP" shot $stage --view notes >"$work/out" 2>&1
    expect "shot $stage" $? 0
    grep -q 'stage 6' "$work/out" || { echo "shot $stage: not stage 6"; failed=1; }
done
try shot reduction/nothing --view notes
expect "no such stage" $? 2
"$SYNCSTEP" lesson reduction one_thread --plain >"$work/out" 2>"$work/err"
expect "a stage read out" $? 0
tail -1 "$work/out" | grep -q 'syncstep lesson reduction .* --plain' || {
    echo "nothing of the next stage"; tail -1 "$work/out"; failed=1
}

"$SYNCSTEP" run "$work/words.cu" "$work/line.cu" --plain >"$work/out" 2>"$work/err"
tail -1 "$work/out" | grep -q 'not yet read: line' && ! grep -q 'syncstep lesson' "$work/out" || {
    echo "two programs read out"; tail -1 "$work/out"; failed=1
}

# Of what is read out a launch, a block or a round alone; what does not exist is refused, as on the screen.
"$SYNCSTEP" record kernels/cubes_tree.cu -o "$work/tree.npz" >"$work/out" 2>&1 || failed=1
"$SYNCSTEP" view "$work/tree.npz" --plain --block 7 --round 3 >"$work/out" 2>"$work/err"
expect "one round read out" $? 0
grep -q 'Block 7 has 10 rounds' "$work/out" && [ "$(grep -c '^Round' "$work/out")" = 1 ] &&
    grep -q '^Round 3: .*shared\[0\] is now 213906, it was 106029' "$work/out" || {
    echo "round 3 of block 7 read out:"; cat "$work/out"; failed=1
}
for place in "--round 99" "--block 99" "--launch 99" "--view nosuch" "--theme nosuch"; do
    "$SYNCSTEP" view "$work/tree.npz" --plain $place >"$work/out" 2>"$work/err"
    expect "read out, $place" $? 2
    [ -s "$work/err" ] && [ ! -s "$work/out" ] || { echo "$place: nothing said"; failed=1; }
done

# ... and nothing else: not what comes after the round, not what is wrong in other launches.
reads() { # WHAT LINES ARGUMENTS...: so many lines behind the launch's own
    local what=$1 lines=$2
    shift 2
    "$SYNCSTEP" view "$@" --plain >"$work/out" 2>"$work/err"
    expect "$what" $? 0
    [ "$(sed '1,/^One launch\|^Launch /d' "$work/out" | wc -l)" = "$lines" ] || {
        echo "$what, not $lines lines:"; cat "$work/out"; failed=1
    }
}
has() { grep -q "$1" "$work/out" || { echo "not read out: $1"; cat "$work/out"; failed=1; }; }
reads "round 3" 1 "$work/tree.npz" --round 3
reads "the last round" 1 "$work/tree.npz" --round 9
reads "the CPU's step" 1 "$work/tree.npz" --round 10
has '^The kernel has ended. The CPU adds the 32 partial sums'
cat >"$work/three.cu" <<'CUDA'
#include <cassert>
__global__ void wrong(int *o) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void right(int *o) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    __syncthreads();
    o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void stops(int *o) {
    __syncthreads();
    __syncthreads();
    assert(o[threadIdx.x] != 1);
}
int main() {
    int *o;
    cudaMalloc(&o, 256);
    wrong<<<1, 64>>>(o);
    right<<<1, 64>>>(o);
    wrong<<<1, 64>>>(o);
    stops<<<1, 64>>>(o);
    cudaDeviceSynchronize();
}
CUDA
"$SYNCSTEP" record "$work/three.cu" -o "$work/three.npz" >"$work/out" 2>&1
for launch in 0 2; do
    "$SYNCSTEP" view "$work/three.npz" --plain --launch $launch >"$work/out" 2>"$work/err"
    expect "launch $launch read out" $? 0
    has '^Finding 1 of 1, error: three.cu line 5: race on s'
    has 'elsewhere in the run'
done
"$SYNCSTEP" view "$work/three.npz" --plain --launch 1 >"$work/out" 2>"$work/err"
has '^Nothing was found wrong in this launch'
! grep -q 'Finding\|printed' "$work/out" || { echo "of other launches:"; cat "$work/out"; failed=1; }
reads "before the run's end" 1 "$work/three.npz" --launch 3 --round 1
reads "the run's end" 2 "$work/three.npz" --launch 3 --round 2
has '^Here the run ended'

# What can be told wrong beforehand is, before anything is built.
echo 'no program' >"$work/no.cu"
for place in "--view nosuch" "--theme nosuch"; do
    "$SYNCSTEP" run "$work/no.cu" --plain $place >"$work/out" 2>"$work/err"
    expect "refused, $place" $? 2
    [ ! -s "$work/out" ] && grep -q 'named "nosuch"' "$work/err" && ! grep -q 'no.cu' "$work/err" || {
        echo "$place, read out:"; cat "$work/out" "$work/err"; failed=1
    }
done

# The unset slot becomes an index far outside; what the program prints is the same, and is not said to differ.
cat >"$work/unset.cu" <<'CUDA'
__global__ void scatter(int *out) {
    __shared__ int s[32];
    if (threadIdx.x) s[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == 0) out[s[0] & 0x40 ? 100000000 : 0] = 1;
}
int main() {
    int *out;
    cudaMalloc(&out, 4);
    scatter<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
CUDA
try check "$work/unset.cu"
expect "an unset index" $? 1
grep -q 'did or printed something else' "$work/out" || { echo "unset index:"; cat "$work/out"; failed=1; }

try check "$here/faults/odd_block_size.cu"
expect "note only" $? 0

try check
expect "no program" $? 2
try check "$work/nowhere.cu"
expect "no such program" $? 2
echo 'int main() { return x; }' >"$work/broken.cu"
try check "$work/broken.cu"
expect "does not compile" $? 2
printf 'PK\3\4 damaged' >"$work/damaged.npz"
try check "$work/damaged.npz"
expect "damaged trace" $? 2
try report "$work/damaged.npz"
expect "damaged trace in report" $? 1
[ "$(wc -l <"$work/err")" = 1 ] || { echo "more than one line for a damaged trace"; failed=1; }

# What cannot be written is a failure, said in one line, whichever command it is.
"$SYNCSTEP" record "$here/faults/tree_without_barrier.cu" -o "$work/t.npz" >"$work/out" 2>&1
lost() { # STATUS COMMAND...
    local wanted=$1 closed
    shift
    for closed in '>/dev/full' '>&-'; do
        eval '"$SYNCSTEP" "$@" 2>"$work/err"' "$closed"
        expect "$* $closed" $? "$wanted"
        [ "$(wc -l <"$work/err")" = 1 ] || {
            echo "$* $closed: not one line:"; cat "$work/err"; failed=1
        }
    done
}
for command in --help --version "shot --help" lesson doctor "docs keys" "report $work/t.npz" \
    "report --json $work/t.npz" "shot $work/t.npz" "build $here/faults/tree_without_barrier.cu" \
    "sweep $here/faults/correct_tiles.cu -D N=1,2"; do
    lost 1 $command
done
lost 2 check "$work/t.npz"
lost 2 check --json "$work/t.npz"
lost 2 check "$here/faults/tree_without_barrier.cu"

cat >"$work/colours.cu" <<'CUDA'
#include <cstdio>
__global__ void nothing() {}
int main()
{
    nothing<<<1, 1>>>();
    printf("\033]0;title\007\033[31mred\302\233 \303\251\n");
    return cudaDeviceSynchronize();
}
CUDA
python3 - "$SYNCSTEP" "$work/colours.cu" "$work/colours.npz" >"$work/out" <<'PYTHON' || failed=1
import os, pty, sys
heard = b""
def listen(fd):
    global heard
    data = os.read(fd, 4096)
    heard += data
    return data
status = pty.spawn([sys.argv[1], "record", sys.argv[2], "-o", sys.argv[3]], listen,
                   lambda fd: b"")
assert status == 0, (status, heard)
assert b"?]0;title??[31mred?? \xc3\xa9" in heard, heard
PYTHON

try record "$here/faults/tree_without_barrier.cu" -o "$work/t.npz"
expect "record" $? 0
try check --json "$work/t.npz"
expect "check of a trace" $? 1
cp "$work/out" "$work/check.json"
try report --json "$work/t.npz"
expect "report of a trace" $? 0
python3 - "$work/check.json" "$work/out" <<'PYTHON' || failed=1
import json, sys
check, report = (json.load(open(name)) for name in sys.argv[1:])
assert check["schema"] == report["schema"] == 1
assert check["diagnostics"] == report["diagnostics"]
assert check["launches"][0]["races"] == report["launches"][0]["races"]
launch = report["launches"][0]
total = sum(line["shared_load_requests"] for line in launch["lines"])
assert total == launch["totals"]["shared_load_requests"] > 0
assert launch["shared"] == [{"name": "sums", "type": "int", "dims": [128], "count": 128,
                             "bytes": 512, "dynamic": False}], launch["shared"]
race = launch["races"][0]
assert race["array"] == "sums" and race["lines"] == [14, 14] and race["kind"] == "read-write"
PYTHON

# How the program ended: what it said on standard error, no line where there is none, and advice
# that is about the signal.
ends() { # NAME BODY WORDS...: all of them are said
    local name=$1 words
    printf '#include <csignal>\n#include <cstdio>\n#include <stdexcept>\n#include <vector>\n' \
        >"$work/$name.cu"
    echo "int main() { $2 }" >>"$work/$name.cu"
    shift 2
    try check "$work/$name.cu"
    expect "$name" $? 1
    for words in "$@"; do
        grep -qF -- "$words" "$work/out" || { echo "$name: not said: $words"; cat "$work/out"; failed=1; }
    done
    "$SYNCSTEP" report "$work/$name.cu" >>"$work/out" 2>&1
    grep -n ':0:' "$work/out" && { echo "$name: a line 0"; failed=1; }
}
ends thrown 'puts("one\ntwo"); fprintf(stderr, "a\nb\nc\nd\n"); throw 5;' \
    'with status 134; the end of its standard error:' "    terminate called after throwing an instance of 'int'"
ends beyond 'std::vector<int> v(3); return v.at(7);' '    '"  what():  vector"
ends quiet 'puts("one\ntwo"); raise(SIGKILL);' 'for want of memory' 'with status 137'
ends asked 'puts("one\ntwo"); fflush(stdout); raise(SIGTERM);' 'there was no handler' \
    '; its last line of output:' '    two'
ends alarm 'raise(SIGALRM);' 'a timer of the program ran out' ' and printed nothing.'
ends divided 'raise(SIGFPE);' 'division by 0' 'with status 136'
ends quotient 'volatile int n = 0; return 7 / n;' 'divides an integer by zero' 'divisor is 0'
grep -q 'check pointers' "$work/out" && { echo "advice about pointers for SIGFPE"; failed=1; }

# What cannot be meant is refused at once, and by name.
refused() { # WORDS COMMAND...
    local words=$1
    shift
    timeout 60 "$SYNCSTEP" "$@" >"$work/out" 2>"$work/err" </dev/null
    expect "$*" $? 2
    [ "$(wc -l <"$work/err")" = 1 ] && grep -qF -- "$words" "$work/err" || {
        echo "$*: not said in one line: $words"; cat "$work/err"; failed=1
    }
}
program=$here/faults/odd_block_size.cu
refused 'no such option: -zzz' check -zzz "$program"
refused 'no such option: -zzz' check -D N=1 -zzz "$program"
refused 'no such option: -z ' check "$program" -z
refused 'takes no value' check --json=3 "$program"
refused 'only one program or trace, please' check "$program" "$program"
refused 'only one program, trace or stage, please' shot "$program" "$program"
refused 'name of the file is empty' check ''
refused 'value 2 of -D N=1,,2 is empty' sweep "$program" -D N=1,,2
refused 'value 3 of -D N=1,2, is empty' sweep "$program" -D N=1,2,
for command in check report shot; do
    refused '--schedule is for programs' $command "$work/t.npz" --schedule reverse
    refused 'arguments behind -- are for programs' $command "$work/t.npz" -- 3
done
mkfifo "$work/pipe.cu" "$work/pipe.npz"
for command in check report record shot build run sweep; do
    refused 'not a regular file' $command /dev/zero
    refused 'not a regular file' $command "$work/pipe.cu"
    refused 'that is a folder' $command "$work"
done
refused 'not a regular file' check "$work/pipe.npz"
refused 'not a regular file' view "$work/pipe.npz"
refused 'not a regular file' export "$work/pipe.npz" --to csv -o "$work/x"

# A name that #line made up is shown as it was written.
printf '#line 500 "elsewhere file.y"\n__global__ void k(int *o) { __shared__ int s[32];\n' >"$work/line.cu"
printf 's[threadIdx.x] = 1;\no[threadIdx.x] = s[31 - threadIdx.x]; }\n#line 3\n' >>"$work/line.cu"
echo 'int main() { int *d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); }' >>"$work/line.cu"
try check "$work/line.cu"
expect "#line" $? 1
grep -q '^elsewhere file.y:502: warning: race' "$work/out" && ! grep -q '/elsewhere' "$work/out" || {
    echo "#line:"; cat "$work/out"; failed=1
}

# The name of a file commands no terminal, nor does what the compiler says of it.
odd=$work/$'esc\033[31m\033]0;title\007 \302\233new\nline'
echo 'int main() { return x; }' >"$odd.cu"
echo 'int main() { return 0; }' >"$odd good.cu"
cp "$work/damaged.npz" "$odd.npz"
: >"$work/all"
for command in "check" "report" "record -o $work/t2.npz" "shot" "build"; do
    for name in "$odd.cu" "$odd.npz" "$odd.nowhere.cu"; do
        "$SYNCSTEP" $command "$name" >>"$work/all" 2>&1 </dev/null
    done
done
"$SYNCSTEP" record "$odd good.cu" -o "$odd good.npz" >>"$work/all" 2>&1
"$SYNCSTEP" report "$odd good.npz" >>"$work/all" 2>&1
LC_ALL=C grep -naE $'[\001-\010\013-\037]|\302\233' "$work/all" && failed=1
grep -qa '^line' "$work/all" && { echo "a name on two lines:"; cat "$work/all"; failed=1; }

# Whether an unset slot matters is seen by a second run. It has a limit of its own: what is said of a
# program that takes most of the limit is what is said of a quick one (it sleeps beside the rest).
cp "$here/faults/unset_slot_without_effect.cu" "$work/slow.cu"
cat >>"$work/slow.cu" <<'EOF'
#include <unistd.h>
static const int waited = (sleep(16), 1);
EOF
"$SYNCSTEP" check "$work/slow.cu" --timeout 30 >"$work/slow" 2>&1 & slow=$!
"$SYNCSTEP" check "$here/faults/unset_slot_without_effect.cu" 2>&1 | sed 's/.*unset_slot_without_effect.cu/slow.cu/' >"$work/quick"
quick=${PIPESTATUS[0]}

# Nothing is written over what a command reads, nor over source text, nor into a folder.
refuse() { # COMMAND...: usage error in one line
    "$SYNCSTEP" "$@" >"$work/out" 2>"$work/err"
    expect "$*" $? 2
    [ "$(wc -l <"$work/err")" = 1 ] && [ ! -s "$work/out" ] || {
        echo "$*: not one line:"; cat "$work/out" "$work/err"; failed=1
    }
}
mkdir "$work/own"
cp "$here/faults/odd_block_size.cu" "$work/own/a.cu"
cp "$work/t.npz" "$work/own/t.npz"
ln -s t.npz "$work/own/link.npz"
ln "$work/own/t.npz" "$work/own/hard.txt"
cp "$work/t.npz" "$work/own/u.rounds.csv"
(cd "$work/own" && sha256sum a.cu t.npz u.rounds.csv) >"$work/sums"
(
    SYNCSTEP=$(realpath "$SYNCSTEP")
    cd "$work/own"
    refuse record a.cu -o a.cu
    refuse record a.cu -o ./a.cu
    refuse record a.cu -o new.CUH
    refuse record t.npz
    refuse record t.npz -o link.npz
    refuse record a.cu -o "$work"
    refuse record a.cu -o ''
    refuse export t.npz --to perfetto -o a.cu
    refuse export t.npz --to cast -o t.npz
    refuse export t.npz --to cast -o "$work/own/t.npz"
    refuse export t.npz --to csv -o "$work"
    refuse shot t.npz -o hard.txt
    refuse shot a.cu -o a.cu
    "$SYNCSTEP" export u.rounds.csv --to csv -o u.csv >/dev/null 2>"$work/err" && {
        echo "a table took the place of the input"; failed=1
    }
    exit $failed
) || failed=1
(cd "$work/own" && sha256sum -c --quiet "$work/sums") || failed=1
wait $slow; slow=$?
sed 's/.*slow.cu/slow.cu/' "$work/slow" | diff - "$work/quick" && [ "$slow" = "$quick" ] || {
    echo "a slow program is judged in another way: $slow, $quick"; failed=1
}
[ "$(ls "$work/own" | wc -l)" = 5 ] || { echo "left over:"; ls "$work/own"; failed=1; }
exit $failed
