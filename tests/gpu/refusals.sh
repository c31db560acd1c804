#!/usr/bin/env bash
# What the GPU back end refuses, and the words it has for that. Needs nvcc, no GPU.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
syncstep=${SYNCSTEP:-$top/build/syncstep}
command -v nvcc >/dev/null || { echo "refusals: no nvcc here, skipped"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
failed=0
refused() { # architecture, source, words
    SYNCSTEP_GPU_ARCH=$1 $syncstep record --backend gpu "$2" -o "$work/t.npz" >"$work/log" 2>&1
    [ $? != 0 ] && grep -qF -- "$3" "$work/log" || { echo "refusals: not said: $3"; cat "$work/log"; failed=1; }
}
printf '__global__ void k(int *p) { *p = 1; }\nint main() { k<<<1, 1>>>(0); }\n' >"$work/plain.cu"
refused 60 "$work/plain.cu" "cannot build for this GPU (compute capability 6.0)"
refused 120 "$work/missing.cu" "No such file"
cat >"$work/extern.cu" <<'END'
extern __device__ int elsewhere(int);
__global__ void k(int *p) { *p = elsewhere(1); }
int main() { k<<<1, 1>>>(0); }
END
refused 90 "$work/extern.cu" "device code in several files"
cat >"$work/nested.cu" <<'END'
__global__ void inner(int *p) { *p = 1; }
__global__ void outer(int *p) { inner<<<1, 1>>>(p); }
int main() { outer<<<1, 1>>>(0); }
END
refused 90 "$work/nested.cu" "kernels that launch kernels"
printf '__global__ void k(int *p) {\n  *p = q;\n}\nint main() { k<<<1, 1>>>(0); }\n' >"$work/wrong.cu"
refused 90 "$work/wrong.cu" "wrong.cu:2:"
printf '__global__ void k() {\n  asm("tcgen05.fence::before_thread_sync;");\n}\nint main() { k<<<1, 1>>>(); }\n' >"$work/newer.cu"
refused 90 "$work/newer.cu" "tcgen05"
[ $failed = 0 ] && echo "refusals: each in its words"
exit $failed
