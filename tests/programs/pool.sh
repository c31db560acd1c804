#!/usr/bin/env bash
# tests/pool.bash: every test is counted, whatever becomes of the others, and hears Ctrl-C.
cd "$(dirname "$0")/../.." || exit 1
. tests/pool.bash
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
export XDG_CONFIG_HOME=$logs/config
TEST_LIMIT=60 JOBS=3
failed=0
fail() { echo "FAIL $*"; failed=1; }

good() { [ -d "$XDG_CONFIG_HOME" ] && echo "$XDG_CONFIG_HOME" >> "$logs/configs"; }
bad() { echo "words of the bad one"; return 3; }
elsewhere() { echo "not here"; return 77; }
crash() { kill -SEGV "$BASHPID"; }
shell_crash() { kill -KILL "$(cut -d' ' -f4 "/proc/$BASHPID/stat")"; } # the one that waits for the test
of_three() { printf 'ok 1 - a\nnot ok 2 - b\nok 3 - c\n'; return 1; }
of_two_and_crash() { printf 'ok 1 - a\nok 2 - b\n'; return 139; }
of_none() { :; }
not_run() { echo run > "$logs/run"; }

for i in 1 2 3; do pool_add test many "" "many/$i" good; done
pool_add test odd "" odd/bad bad
pool_add test odd "" odd/elsewhere elsewhere
pool_add test odd "" odd/crash crash
pool_add test odd "" odd/shell_crash shell_crash
pool_add units units "" units/three of_three
pool_add units units "" units/crash of_two_and_crash
pool_add units units "" units/none of_none
pool_add test needs odd/bad needs/bad not_run
pool_add test needs many/3 needs/good good
pool_add test signal "" signal/interrupt bash -c 'trap "exit 0" INT; kill -INT $$; exit 1'
pool_add test signal "" signal/quit bash -c 'trap "exit 0" QUIT; kill -QUIT $$; exit 1'
pool_add test signal "" "signal/odd 'words \$x" bash -c '[ "$1" = "a  b\$" ]' _ "a  b\$"
pool_run > "$logs/said" 2>&1

counts() { # GROUP PASSED FAILED SKIPPED
    local got="${pool_passed[$1]:-0} ${pool_failed[$1]:-0} ${pool_skipped[$1]:-0}"
    [ "$got" = "$2 $3 $4" ] || { fail "$1: $got, not $2 $3 $4"; cat "$logs/said"; }
}
counts many 3 0 0
counts odd 0 3 1
counts units 4 3 0
counts needs 1 1 0
counts signal 3 0 0
[ ! -e "$logs/run" ] || fail "what needs a test that failed was run"
[ "$(sort -u "$logs/configs" | wc -l)" = 4 ] || fail "tests share a configuration"
grep -q '^FAILED   odd/bad (status 3' "$logs/said" && grep -q '^         words of the bad one' "$logs/said" ||
    fail "not said what failed"
grep -qx 'skipped  odd/elsewhere: not here' "$logs/said" || fail "not said what was skipped"
pool_times "$logs/times"
[ "$(grep -c 'group ' "$logs/times")" = 5 ] || { fail "times of groups"; cat "$logs/times"; }
while read -r name; do # a name that no test has orders nothing
    case $name in
    unit/* | sanitize/*) ;;
    *) [ -e "tests/$name" ] || [ -e "tests/$name.c" ] || case $name in */build | lint/* | clang/* | nvcc/*) ;; *) fail "tests/longest: $name" ;; esac ;;
    esac
done < <(sed 's/#.*//; /^$/d' tests/longest)
[ $failed = 0 ] && echo "pool: every test is counted"
exit $failed
