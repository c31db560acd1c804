"""The tree sum of kernels/cubes_tree.cu in Numba's CUDA simulator: prints the launch's milliseconds."""
import os
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
import numpy as np
from numba import cuda, int32

COUNT, BLOCKS, THREADS = 1048576, 32, 256


@cuda.jit
def tree(num, result):
    shared = cuda.shared.array(256, int32)
    tid = cuda.threadIdx.x
    bid = cuda.blockIdx.x
    shared[tid] = 0
    i = bid * THREADS + tid
    while i < COUNT:
        shared[tid] += num[i] * num[i] * num[i]
        i += BLOCKS * THREADS
    cuda.syncthreads()
    offset = 1
    mask = 1
    while offset < THREADS:
        if (tid & mask) == 0:
            shared[tid] += shared[tid + offset]
        offset += offset
        mask = offset + mask
        cuda.syncthreads()
    if tid == 0:
        result[bid] = shared[0]


num = np.random.default_rng(1).integers(0, 10, COUNT).astype(np.int32)
on_device = cuda.to_device(num)
result = cuda.to_device(np.zeros(BLOCKS, np.int32))
began = time.perf_counter()
tree[BLOCKS, THREADS](on_device, result)
elapsed = time.perf_counter() - began
assert int(result.copy_to_host().sum()) == int((num.astype(np.int64) ** 3).sum())
print(f"{elapsed * 1e3:.0f}")
