# The pool of tests/run.sh: tests of all groups wait in one queue, $JOBS of them run at a time. Those
# of tests/longest start first, so that none of them is left over when the others have ended.
#
# A test's command is a program, or a function of the shell that sourced this file. What a test
# writes goes to a log of its own; a test that crashes, or whose shell does, is one that failed.

pool_names=() pool_groups=() pool_kinds=() pool_needs=() pool_commands=() pool_states=() pool_ranks=()
declare -A pool_index=() pool_running=() pool_place=()
declare -A pool_passed=() pool_failed=() pool_skipped=() pool_seconds=()

# pool_add KIND GROUP NEEDS NAME COMMAND... : KIND is test, or units for a cmocka program of which
# each test counts. NEEDS: a test that has to have passed, or nothing.
pool_add() {
    local i=${#pool_names[@]} command
    printf -v command '%q ' "${@:5}"
    pool_kinds+=("$1") pool_groups+=("$2") pool_needs+=("$3") pool_names+=("$4") pool_commands+=("$command")
    pool_states+=(waiting)
    pool_index[$4]=$i
}

# pool_skip GROUP NAME WHY
pool_skip() {
    echo "skipped  $2: $3"
    pool_skipped[$1]=$((${pool_skipped[$1]:-0} + 1))
}

pool_log() { echo "$logs/${pool_names[$1]//\//-}.log"; }

# What runs in the background, for test $1. Job control has given it signals as a person's shell does:
# otherwise it, and all below it, would be deaf to Ctrl-C, which some tests send.
pool_child() {
    local TIMEFORMAT='%R %U %S' log status command
    log=$(pool_log "$1")
    eval "command=(${pool_commands[$1]})"
    export XDG_CONFIG_HOME=$XDG_CONFIG_HOME/$1
    mkdir -p "$XDG_CONFIG_HOME"
    [ "${pool_kinds[$1]}" != units ] || export CMOCKA_MESSAGE_OUTPUT=TAP
    {
        time {
            if [ "$(type -t "${command[0]}")" = function ]; then ("${command[@]}")
            else timeout --kill-after=10 "$TEST_LIMIT" "${command[@]}"; fi > "$log" 2>&1 < /dev/null
            status=$?
        }
    } 2> "$log.time"
    exit $status
}

pool_start() {
    rm -f "$(pool_log "$1").time"
    pool_states[$1]=running
    pool_child "$1" &
    pool_running[$!]=$1
}

# pool_count GROUP PASSED FAILED SKIPPED
pool_count() {
    pool_passed[$1]=$((${pool_passed[$1]:-0} + $2))
    pool_failed[$1]=$((${pool_failed[$1]:-0} + $3))
    pool_skipped[$1]=$((${pool_skipped[$1]:-0} + $4))
}

# pool_end TEST STATUS: counts it, and says what went wrong
pool_end() {
    local name=${pool_names[$1]} group=${pool_groups[$1]} status=$2 log good=0 bad=0
    log=$(pool_log "$1")
    pool_states[$1]=ended
    [ "$status" = 0 ] && pool_states[$1]=passed
    if [ "${pool_kinds[$1]}" = units ]; then
        good=$(grep -ac '^ok ' "$log") bad=$(grep -ac '^not ok ' "$log")
        if [ "$status" != 0 ] && [ "$bad" = 0 ]; then bad=1; fi
        if [ "$status" = 0 ] && [ "$good" = 0 ]; then bad=1; echo "no test in it" >> "$log"; fi
    elif [ "$status" = 0 ]; then good=1
    elif [ "$status" = 77 ]; then
        pool_skip "$group" "$name" "$(tail -1 "$log")"
        return
    else bad=1; fi
    pool_count "$group" "$good" "$bad" 0
    if [ "$bad" != 0 ]; then
        echo "FAILED   $name (status $status, $log)"
        { if [ "${pool_kinds[$1]}" = units ]; then grep -av '^ok ' "$log"; else cat "$log"; fi; } |
            tail -15 | sed 's/^/         /'
    fi
}

# The next test that may start, in $next; status 1 if there is none now.
pool_next() {
    local i needs
    for i in "${pool_ranks[@]}"; do
        [ "${pool_states[i]}" = waiting ] || continue
        needs=${pool_needs[i]}
        case $needs in
        '') ;;
        *)
            case ${pool_states[${pool_index[$needs]}]} in
            waiting | running) continue ;;
            passed) ;;
            *)
                echo "FAILED   ${pool_names[i]}: not run, since $needs has not passed"
                pool_states[i]=ended
                pool_count "${pool_groups[i]}" 0 1 0
                continue
                ;;
            esac
            ;;
        esac
        next=$i
        return 0
    done
    return 1
}

# The tests of tests/longest in that order, then the others as they were added.
pool_order() {
    local name i place=0
    while read -r name; do pool_place[$name]=$((++place)); done < <(sed 's/#.*//; s/ *$//; /^$/d' tests/longest)
    mapfile -t pool_ranks < <(for i in "${!pool_names[@]}"; do
        echo "${pool_place[${pool_names[i]}]:-9999} $i"
    done | sort -n -k1,1 -k2,2 | cut -d' ' -f2)
}

pool_interrupted() {
    local pid
    trap '' INT TERM
    for pid in "${!pool_running[@]}"; do
        kill -- $(cat "/proc/$pid/task/$pid/children" 2> /dev/null) "-$pid" 2> /dev/null
    done
    wait
    echo "interrupted"
    exit 130
}

# Runs all that was added.
pool_run() {
    local next pid status
    pool_order
    trap pool_interrupted INT TERM HUP
    set -m
    while :; do
        while [ ${#pool_running[@]} -lt "$JOBS" ] && pool_next; do pool_start "$next"; done
        [ ${#pool_running[@]} != 0 ] || break
        wait -n -p pid "${!pool_running[@]}"
        status=$?
        [ -n "${pid:-}" ] && [ -n "${pool_running[$pid]:-}" ] || continue
        next=${pool_running[$pid]}
        unset "pool_running[$pid]"
        pool_end "$next" $status
    done
    set +m
    trap - INT TERM HUP
}

# pool_times FILE: what each group took, the slowest ten, then all tests; seconds of the processor
# first, then by the clock.
pool_times() {
    local i log
    for i in "${!pool_names[@]}"; do
        log=$(pool_log "$i")
        [ ! -s "$log.time" ] || echo "$(tail -1 "$log.time") ${pool_groups[i]} ${pool_names[i]}"
        rm -f "$log.time"
    done | awk '{ printf "%.2f %.2f %s %s\n", $2 + $3, $1, $4, substr($0, index($0, $5)) }' |
        sort -rn > "$1.all"
    {
        echo "seconds of the processor, seconds by the clock (tests run side by side, $JOBS at a time)"
        awk '{ cpu[$3] += $1; wall[$3] += $2; all += $1; walls += $2 }
            END { for (g in cpu) printf "%8.1f %8.1f  group %s\n", cpu[g], wall[g], g
                printf "%8.1f %8.1f  all groups\n", all, walls }' "$1.all" | sort -rn
        echo "the slowest ten, then the others:"
        awk '{ printf "%8.2f %8.2f  %s\n", $1, $2, substr($0, index($0, $4)) }' "$1.all"
    } > "$1"
    rm -f "$1.all"
}
