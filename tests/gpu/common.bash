# Sourced by the scripts of this folder, which need a GPU: where syncstep is, and what is missing here.
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
syncstep=${SYNCSTEP:-$top/build/syncstep}
work=${WORK:-$(mktemp -d)}
mkdir -p "$work"
nvidia-smi >/dev/null 2>&1 && command -v nvcc >/dev/null || { echo "$(basename "$0"): no GPU or no nvcc here, skipped"; exit 77; }
arch=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d .)
milliseconds() { # of a command, the least of three
    local best= s e i
    for i in 1 2 3; do
        s=$(date +%s%N); "$@" >/dev/null 2>&1; e=$(date +%s%N)
        e=$(((e - s) / 1000)); [ -n "$best" ] && [ "$best" -le $e ] || best=$e
    done
    echo $((best / 1000)).$((best / 100 % 10))
}
