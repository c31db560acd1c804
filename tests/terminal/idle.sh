#!/bin/bash
# A viewer that shows a still picture makes no system call at all, and a frame is one write to the
# terminal: strace watches it.
cd "$(dirname "$0")/../.."
program=${SYNCSTEP:-build/syncstep}
for tool in tmux strace; do
    command -v $tool > /dev/null || { echo "no $tool"; exit 77; }
done
work=$(mktemp -d)
socket=$work/socket
trap 'tmux -S "$socket" kill-server 2>/dev/null; rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8
unset TMUX
"$program" record kernels/vector_add.cu -o "$work/t.npz" 2> "$work/record.log" || {
    cat "$work/record.log"
    exit 1
}
mkfifo "$work/marks"
exec 7<> "$work/marks"
tmux -S "$socket" -f /dev/null new-session -d -x 80 -y 24 \
    "XDG_CONFIG_HOME=/nonexistent SYNCSTEP_FRAME_FD=7 exec '$program' view '$work/t.npz' 7>'$work/marks'"
read -r -t 60 frame <&7 || { echo "no first frame"; exit 1; }
viewer=$(tmux -S "$socket" display-message -p '#{pane_pid}')

# The call in which it sleeps is in the log too, as one that has not ended; it alone is silence.
quiet() {
    timeout --signal=INT 1 strace -f -p "$viewer" -o "$work/calls" 2> "$work/strace.log"
    if ! grep -q attached "$work/strace.log"; then
        echo "strace may not attach here: $(head -1 "$work/strace.log")"
        exit 77
    fi
    [ "$(grep -cv 'detached \.\.\.>$' "$work/calls")" = 0 ]
}
one_write() {
    local writes
    strace -y -e trace=write -p "$viewer" -o "$work/writes" 2> "$work/strace.log" &
    until grep -q attached "$work/strace.log"; do
        kill -0 $! 2>/dev/null || return 1
    done
    while read -r -t 0.1 frame <&7; do :; done # marks of before
    tmux -S "$socket" send-keys C-l
    read -r -t 60 frame <&7 || return 1
    kill $!
    wait $! 2> /dev/null
    writes=$(grep -c '^write([0-9]*</dev/pts' "$work/writes")
    [ "$writes" = 1 ] && return
    echo "$writes writes for a frame"
    return 1
}
for _ in $(seq 10); do # the first frame may still be on its way out
    if quiet; then
        one_write || exit 1
        # and it is alive: a key is answered
        tmux -S "$socket" send-keys Right
        read -r -t 60 frame <&7 && exit 0
        echo "no frame after a key"
        exit 1
    fi
done
echo "system calls while nothing moves:"
head -5 "$work/calls"
exit 1
