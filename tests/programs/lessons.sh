#!/usr/bin/env bash
# Stages of a person's own lesson have addresses; what is wrong in it is said with its line; programs
# that come with syncstep are found by name from anywhere.
top=$(cd "$(dirname "$0")/../.." && pwd)
syncstep=$(realpath "${SYNCSTEP:-$top/build/syncstep}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
says() { # what, pattern, command...
    local what=$1 pattern=$2
    shift 2
    timeout 120 "$@" >out 2>&1
    grep -qE -- "$pattern" out || { echo "$what: no '$pattern' in"; cat out; failed=1; }
}
lesson() { # view, round
    printf '[lesson]\ntitle = Mine\n[stage one]\nprogram = vector_add.cu\n[stage two]\nprogram = symbols.cu\nview = %s\nround = %s\n' "$1" "$2"
}
lesson access 0 >own.ini
mkdir sub && cp own.ini sub/
for address in own.ini/two own.ini/2 own/two sub/own.ini/two "$work/own.ini/2"; do
    says "$address" 'symbols\.cu' "$syncstep" shot "$address"
done
says 'no such stage' 'no stage named "three"' "$syncstep" shot own.ini/three
says 'no such file' 'no such file' "$syncstep" shot sub/none.cu
lesson baum 0 >view.ini
says view 'view\.ini:7: .*no view named "baum"' "$syncstep" shot view.ini/two
lesson access 99 >round.ini
says round 'round\.ini:8: there is no round 99; the last one is 0' "$syncstep" shot round.ini/two
says 'round, read out' 'round\.ini:8: there is no round 99; the last one is 0' \
    "$syncstep" lesson round.ini two --plain
printf '[lesson]\ntitle = Q\n[stage a]\nprogram = symbols.cu\ntitle = Why so?\n[stage b]\nprogram = symbols.cu\n' >asks.ini
says 'question' 'Stage 1 of 2: Why so\?$' "$syncstep" lesson asks.ini a --plain
says name 'STRIDE' "$syncstep" sweep strides.cu -D STRIDE=1,8
says 'full stop' 'STRIDE=8\. ends with a full stop' "$syncstep" sweep strides.cu -D STRIDE=8.,1
says folder "does not fit in 'int'" "$syncstep" check broken/sum_too_large.cu
says missing 'none\.cu: No such file' "$syncstep" check none.cu
exit $failed
