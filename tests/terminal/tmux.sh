#!/bin/bash
# The viewer in tmux: what a person sees is what the text export draws.
cd "$(dirname "$0")/../.."
program=${SYNCSTEP:-build/syncstep}
command -v tmux > /dev/null || { echo "no tmux"; exit 77; }
work=$(mktemp -d)
socket=$work/socket
trap 'tmux -S "$socket" kill-server 2>/dev/null; rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8
unset TMUX
"$program" record kernels/cubes_tree.cu -o "$work/t.npz" 2> "$work/record.log" || {
    cat "$work/record.log"
    exit 1
}
mkfifo "$work/marks"
exec 7<> "$work/marks"
tmux -S "$socket" -f /dev/null new-session -d -x 80 -y 24 \
    "XDG_CONFIG_HOME=/nonexistent SYNCSTEP_FRAME_FD=7 '$program' view '$work/t.npz' 7>'$work/marks'; \
     echo \"status \$?\"; read -r line"

# waits until the viewer says that it has handled N keys
frame() {
    local frames keys
    while read -r -t 60 frames keys <&7; do
        [ "$keys" -ge "$1" ] && return 0
    done
    echo "no frame after $1 keys"
    exit 1
}

# PATTERN: waits for it on the screen; tmux draws a moment after the viewer has written
shows() {
    for _ in $(seq 200); do
        tmux -S "$socket" capture-pane -p > "$work/screen"
        grep -q -e "$1" "$work/screen" && return 0
        read -r -t 0.05 <> <(:)
    done
    echo "not on the screen: $1"
    cat "$work/screen"
    exit 1
}

frame 0
shows 'round 0, of 0 to 9'
shows '→ next barrier'
tmux -S "$socket" send-keys Right Right l h PageDown
frame 5
shows 'round 3, of 0 to 9'
"$program" shot "$work/t.npz" --view tree --round 3 --size 80x24 > "$work/export"
# the last line differs: it invites, and a picture invites nobody
if ! diff <(head -23 "$work/export") <(head -23 "$work/screen"); then
    echo "the screen is not what the export draws"
    exit 1
fi
# From the CPU's step a view of requests shows the last round; the CPU's step has its own reasons.
tmux -S "$socket" send-keys End Right
shows 'after the last round: the CPU'
tmux -S "$socket" send-keys w
shows "why: the CPU's step"
tmux -S "$socket" send-keys w 2
shows 'round 9, request 1 of'
# Each block has its own reasons, too, and Enter goes to its rounds, from the first one on.
tmux -S "$socket" send-keys 4 w
shows 'why: block 0 on SM'
tmux -S "$socket" send-keys w Down Enter
shows '\[1 tree\]'
shows 'round 0, of 0 to 9'
tmux -S "$socket" send-keys Escape 5 '?' q q
shows 'status 0'

# A lesson of one's own has a stage with the name of a shipped one: no recording of another program.
cp kernels/vector_add.cu "$work/mine.cu"
printf '[lesson]\ntitle = Mine\n[stage dot]\nprogram = mine.cu\n' > "$work/mine.ini"
tmux -S "$socket" -f /dev/null new-session -d -x 80 -y 24 \
    "XDG_CONFIG_HOME=/nonexistent '$program' lesson '$work/mine.ini'; read -r line"
shows 'vectorAdd\|add<<<'
tmux -S "$socket" send-keys e
shows 'There is no other run of this stage here'
tmux -S "$socket" send-keys q
