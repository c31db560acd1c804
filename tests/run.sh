#!/bin/bash
# usage: tests/run.sh [GROUP...] - runs the tests and counts them; the last line is
# "N passed, N failed". Without groups: all. Logs are in $BUILD/test-logs/.
#
# A test is a program or script with exit status 0 (passed), 77 (does not apply here, says why) or
# anything else (failed). Each gets an empty configuration, a cache of the tests' own, a fixed
# locale and terminal, and in $SYNCSTEP the program.
set -u
cd "$(dirname "$0")/.."
: "${BUILD:=build}" "${JOBS:=2}" "${MAKE:=make}" "${TEST_LIMIT:=900}"
logs=$PWD/$BUILD/test-logs
# What has several processes of its own (a build, assemble.sh) has half of the machine for them.
SHARE=$(((JOBS + 1) / 2))
. tests/pool.bash
mkdir -p "$logs"
unset ONLY SYNCSTEP_ROOT NO_COLOR CLICOLOR CLICOLOR_FORCE COLUMNS LINES MAKEFLAGS MFLAGS MAKELEVEL
export LC_ALL=C.UTF-8 TERM=xterm-256color TZ=UTC
export XDG_CACHE_HOME=$PWD/$BUILD/test-cache XDG_CONFIG_HOME=$PWD/$BUILD/test-config
export SYNCSTEP=$PWD/$BUILD/syncstep BUILD_FOLDER=$PWD/$BUILD
# Chinese screens need the locale, which a small machine lacks.
export LOCPATH=$PWD/$BUILD/locales
if [ ! -d "$LOCPATH/zh_CN.UTF-8" ]; then
    mkdir -p "$LOCPATH"
    localedef -i zh_CN -f UTF-8 "$LOCPATH/zh_CN.UTF-8" > "$logs/locale.log" 2>&1 || {
        pool_skip locale "Chinese screens" "no locale zh_CN.UTF-8 can be made here ($logs/locale.log)"
        unset LOCPATH # it would hide those that are installed
    }
fi
rm -rf "$XDG_CONFIG_HOME"
mkdir -p "$XDG_CACHE_HOME" "$XDG_CONFIG_HOME"

group= after=
run() { pool_add test "$group" "$after" "$@"; } # NAME COMMAND...
skip() { pool_skip "$group" "$@"; } # NAME WHY

units() { # PREFIX FOLDER [ENV...]
    local source program
    for source in tests/unit/*.c; do
        program=$(basename "$source" .c)
        pool_add units "$group" "$after" "$1/$program" "${@:3}" "$2/tests/$program"
    done
}

# The executable scripts of tests/$1.
folder() {
    local test
    for test in tests/"$1"/*.sh tests/"$1"/*.py; do
        [ -x "$test" ] && run "$1/$(basename "$test")" "$test"
    done
}

# The programs that were built from tests/$1/*.c.
programs() {
    local test
    for test in tests/"$1"/*.c; do
        [ -f "$test" ] && run "$1/$(basename "$test" .c)" "$BUILD/tests/$1/$(basename "$test" .c)"
    done
}

warnings() { # builds without a word from the compiler
    local said
    said=$("$MAKE" -j"$SHARE" "$@" 2>&1) || { tail -20 <<< "$said"; return 1; }
    ! grep -E 'warning:|error:' <<< "$said"
}

built() { "$MAKE" -j"$SHARE" "$@"; }

group_unit() { units unit "$BUILD"; }
group_programs() { folder programs; }
group_terminal() { folder terminal; programs terminal; }
group_gpu() { folder gpu; }

no_warnings() { # what the compiler said of each file that is in this build
    local said
    said=$(find "$BUILD/obj" "$BUILD/tests/obj" -name '*.says')
    [ "$(wc -l <<< "$said")" -gt 100 ] || { echo "only $(wc -l <<< "$said") files"; return 1; }
    ! grep -E 'warning:' $said
}

# make ends with 2 whatever its recipe ends with; a tool of another release is no failure.
lint() {
    local said status
    said=$("$MAKE" --no-print-directory "$1" 2>&1)
    status=$?
    echo "$said"
    if [ $status != 0 ] && said=$(grep -x 'no [a-z-]* [0-9.]* here' <<< "$said"); then echo "$said"; return 77; fi
    return $status
}

group_lint() {
    run lint/includes src/scripts/check-includes.sh
    run lint/warnings no_warnings
    run lint/format lint lint-format
    run lint/static lint lint-static
    run lint/tree lint lint-tree
}

group_clang() {
    if ! command -v clang >/dev/null; then skip clang "not installed"; return; fi
    # Nothing of it is run. The group fuzz makes programs by clang and runs them, but without
    # src/cmd, export, gpu, lesson and main.c: of those only this says that clang takes them.
    run clang/warnings warnings CC=clang JOBS="$SHARE" syntax
}

# The unit tests, the tool and the run-time that it links into programs again, with every wrong
# access and every undefined operation ending them. The programs: those of the emulator's own tests
# (crashes, dead locks, wild pointers among them), rounds, planted faults and their look-alikes,
# grid synchronisation, groups, atomics, blocks in parallel.
sanitized_faults="blocks_wait_for_each_other correct_flag correct_grid_sync correct_last_block \
    correct_lock correct_named_barriers correct_pipeline counter_without_atomic sum_too_large \
    host_array_in_a_kernel missing_barrier barrier_in_branch shared_past_end global_past_end"
sanitized_kernels="cooperative_groups grid_sync symbols pitched_rows warp_shuffles"

group_sanitize() {
    local test programs flags="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
    run sanitize/build warnings BUILD="$BUILD/asan" OPT="-O1 -g1" CFLAGS="$flags" LDFLAGS="$flags" \
        EMULATOR_SANITIZE="$flags -O1" test-build
    after=sanitize/build
    units sanitize "$BUILD/asan" env LSAN_OPTIONS="suppressions=$PWD/tests/leaks.supp:print_suppressions=0"
    programs=(env ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=4 BUILD="$BUILD/asan" SYNCSTEP="$PWD/$BUILD/asan/syncstep")
    for test in check_cli.sh damaged.py record.py emulator.sh rounds.sh shim.sh; do
        run "sanitize/$test" "${programs[@]}" "tests/programs/$test"
    done
    run sanitize/faults.py "${programs[@]}" tests/programs/faults.py $sanitized_faults
    run sanitize/kernels.sh "${programs[@]}" tests/programs/kernels.sh $sanitized_kernels
    run sanitize/soak env ONLY=random_keys SOAK_KEYS=100000 "$BUILD/asan/tests/frame"
    after=
}

# A short run from the same beginning each time; what was found before is kept in the corpus.
fuzz_one() {
    local options=(-seed=1 -runs="${FUZZ_RUNS:-5000}" -max_total_time=15 -verbosity=0)
    mkdir -p "$BUILD/fuzz/corpus/$1"
    [ ! -f "tests/fuzz/$1.dict" ] || options+=(-dict="$PWD/tests/fuzz/$1.dict")
    options+=("corpus/$1") # new finds go into the first folder
    [ ! -d "tests/fuzz/$1" ] || options+=("$PWD/tests/fuzz/$1")
    cd "$BUILD/fuzz" && timeout 120 "./$1" "${options[@]}"
}

group_fuzz() {
    local target name
    if ! echo 'int LLVMFuzzerTestOneInput(const char *d, long n) { return d && n < 0; }' |
        clang -x c - -fsanitize=fuzzer -o "$BUILD/fuzz-probe" > "$logs/fuzz-probe.log" 2>&1; then
        skip fuzz "clang has no fuzzer here"
        return
    fi
    run fuzz/build built fuzz-build
    after=fuzz/build
    for target in tests/fuzz/*.c; do
        [ -f "$target" ] || continue
        name=$(basename "$target" .c)
        run "fuzz/$name" fuzz_one "$name"
    done
    after=
}

# What `make nvcc` does of one program.
nvcc_one() {
    local object=$BUILD/nvcc/${1#kernels/} compiler=nvcc
    command -v nvcc >/dev/null || compiler=/usr/local/cuda/bin/nvcc
    object=${object%.cu}.o
    [ "$object" -nt "$1" ] && return
    mkdir -p "$(dirname "$object")"
    "$compiler" -arch=sm_80 -c "$1" -o "$object"
}

group_nvcc() {
    local source
    if ! command -v nvcc >/dev/null && [ ! -x /usr/local/cuda/bin/nvcc ]; then
        skip nvcc "not installed"
        return
    fi
    for source in kernels/*.cu kernels/*/*.cu; do
        [ ! -f "$source" ] || run "nvcc/${source#kernels/}" nvcc_one "$source"
    done
}

groups=("$@")
[ ${#groups[@]} != 0 ] || groups=(lint unit programs terminal gpu nvcc sanitize clang fuzz)
for group in "${groups[@]}"; do "group_$group"; done
pool_run
passed=0 failed=0 skipped=0
for group in locale "${groups[@]}"; do
    good=${pool_passed[$group]:-0} bad=${pool_failed[$group]:-0} left=${pool_skipped[$group]:-0}
    passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + left))
    [ "$group" = locale ] || echo "== $group: $good passed, $bad failed$([ $left = 0 ] || echo ", $left skipped")"
done
pool_times "$BUILD/test-times.txt"
[ $skipped = 0 ] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
