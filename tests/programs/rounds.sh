#!/bin/bash
# What the viewer says and draws of rounds of real programs: each .cu file in rounds/ lists it.
#   // says LAUNCH ROUND: a part of the sentence
#   // draws LAUNCH ROUND: a part of some row of the picture
#   // shows VIEW LAUNCH ROUND: a part of some row of that view
#   // ends LAUNCH ROUND: there is no such round, nor a step of the CPU in its place
#   // lacks LAUNCH ROUND: what no row of the picture has (the source beside it may)
cd "$(dirname "$0")/../.." || exit 1
syncstep=${SYNCSTEP:-$PWD/build/syncstep}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

shot() { # LAUNCH ROUND [VIEW]: the frame, in lines as long as a sentence
    "$syncstep" shot "$work/t.npz" --view "${3:-tree}" --launch "$1" --round "$2" --size 240x40 \
        -o "$work/shot.txt" > /dev/null || echo "shot failed" > "$work/shot.txt"
    sed -i 's,// \(says\|draws\|shows\|ends\|lacks\) .*,,' "$work/shot.txt" # the source beside it
}

for source in tests/programs/rounds/*.cu; do
    "$syncstep" record "$source" -o "$work/t.npz" > "$work/out" 2>&1 ||
        { echo "FAIL $source does not run"; head -5 "$work/out"; failed=1; continue; }
    while read -r _ _ launch round expected; do
        shot "$launch" "${round%:}"
        grep -qF -- "$expected" "$work/shot.txt" || {
            echo "FAIL $source, launch $launch, round ${round%:}: no \"$expected\" in"
            grep -v '^ *$' "$work/shot.txt" | cut -c1-160 | head -20
            failed=1
        }
    done < <(grep -E '^// (says|draws) ' "$source")
    while read -r _ _ view launch round expected; do
        shot "$launch" "${round%:}" "$view"
        grep -qF -- "$expected" "$work/shot.txt" || {
            echo "FAIL $source, $view, launch $launch, round ${round%:}: no \"$expected\" in"
            grep -v '^ *$' "$work/shot.txt" | cut -c1-200 | head -40
            failed=1
        }
    done < <(grep -E '^// shows ' "$source")
    while read -r _ _ launch round expected; do
        shot "$launch" "${round%:}"
        ! sed "s,│.*,," "$work/shot.txt" | grep -F -e "shot failed" -e "$expected" || { echo "FAIL $source: it is there"; failed=1; }
    done < <(grep '^// lacks ' "$source")
    while read -r _ _ launch round; do
        "$syncstep" shot "$work/t.npz" --launch "$launch" --round "$round" 2>&1 > /dev/null |
            grep -q "there is no round $round" || { echo "FAIL $source: launch $launch goes on"; failed=1; }
    done < <(grep '^// ends ' "$source")
done
[ $failed = 0 ] && echo "rounds: all as expected"
exit $failed
