/* The tree sum of kernels/cubes_tree.cu in OpenCL, for Oclgrind: the same accesses. */
kernel void tree(global const int *num, global int *result, int count)
{
    local int shared[256];
    int tid = get_local_id(0), bid = get_group_id(0);
    int offset = 1, mask = 1;

    shared[tid] = 0;
    for (int i = bid * 256 + tid; i < count; i += 32 * 256)
        shared[tid] += num[i] * num[i] * num[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    while (offset < 256) {
        if ((tid & mask) == 0) shared[tid] += shared[tid + offset];
        offset += offset;
        mask = offset + mask;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tid == 0) result[bid] = shared[0];
}
