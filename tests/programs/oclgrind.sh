#!/usr/bin/env bash
# Programs with races and their mended twins, in CUDA for syncstep check and in OpenCL for Oclgrind:
# each says what tests/programs/oclgrind/twins.txt expects of it, which lists and explains where the
# two differ. usage: oclgrind.sh [KERNEL]
cd "$(dirname "$0")/oclgrind" || exit 1
command -v oclgrind > /dev/null || { echo "no oclgrind here: apt-get install oclgrind"; exit 77; }
syncstep=${SYNCSTEP:-../../../build/syncstep}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! ${CC:-gcc} -std=c17 -O1 host.c -lOpenCL -o "$work/host" 2> "$work/errors"; then
    head -3 "$work/errors"
    echo "no OpenCL headers here: apt-get install ocl-icd-opencl-dev"
    exit 77
fi

# ours MENDED? KERNEL...: race, none or the status that should not be
ours() {
    local defines=() status
    [ "$1" = broken ] || defines=(-D MENDED)
    shift
    timeout 60 "$syncstep" check --json --timeout 20 "${defines[@]}" twins.cu -- "$@" > "$work/ours.json" 2> "$work/ours.err"
    status=$?
    if grep -Eq '"kind": "(race|divergent-barrier)"' "$work/ours.json" && [ $status = 1 ]; then echo race
    elif [ $status = 0 ]; then echo none
    else echo "status $status"; fi
}

theirs() {
    local options=
    [ "$1" = broken ] || options=-DMENDED
    shift
    timeout 60 oclgrind --data-races --max-errors 3 "$work/host" twins.cl "$@" $options > "$work/theirs" 2>&1 ||
        { echo "status $?"; return; }
    if grep -Eq 'data race|divergence' "$work/theirs"; then echo race; else echo none; fi
}

failed=0 count=0 differ=0
while read -r kernel groups threads n want_broken want_mended cl_broken cl_mended hash why; do
    [[ $kernel = '#'* ]] && continue
    [ $# -eq 0 ] || [ "$1" = "$kernel" ] || continue
    count=$((count + 1))
    for state in broken mended; do
        a=$(ours $state "$kernel" "$groups" "$threads" "$n")
        b=$(theirs $state "$kernel" "$groups" "$threads" "$n")
        want=want_$state cl=cl_$state
        if [ "$a" != "${!want}" ] || [ "$b" != "${!cl}" ]; then
            echo "FAILED $kernel, $state: syncstep says $a (not ${!want}), Oclgrind $b (not ${!cl})"
            failed=1
        elif [ "$a" != "$b" ]; then
            echo "differs $kernel, $state: syncstep $a, Oclgrind $b: $why"
            differ=$((differ + 1))
        fi
    done
done < twins.txt
echo "$((2 * count)) verdicts, $differ differ from Oclgrind's, as explained"
exit $failed
