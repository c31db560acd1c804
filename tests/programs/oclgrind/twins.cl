/* OpenCL twins of programs with races, for Oclgrind; with -DMENDED as they should be. Same arrays,
 * same accesses, same order as in the CUDA programs (twins.txt says which). */
#define WAIT barrier(CLK_LOCAL_MEM_FENCE)
#ifdef MENDED
#define MISSING WAIT
#else
#define MISSING
#endif

kernel void missing_barrier(global const int *num, global int *result, int n)
{
    local int shared[256];
    int tid = get_local_id(0), bid = get_group_id(0), i;
    shared[tid] = 0;
    for (i = bid * 256 + tid; i < n; i += get_num_groups(0) * 256)
        shared[tid] += num[i] * num[i] * num[i];
    WAIT;
    for (i = 128; i > 0; i /= 2) {
        if (tid < i) shared[tid] += shared[tid + i];
        MISSING;
    }
    if (tid == 0) result[bid] = shared[0];
}

kernel void last_warp(global const int *in, global int *out, int n)
{
    local int shared[256];
    int t = get_local_id(0);
    shared[t] = in[t];
    WAIT;
    for (int i = 128; i > 32; i /= 2) {
        if (t < i) shared[t] += shared[t + i];
        WAIT;
    }
    for (int i = 32; i > 0; i /= 2) {
        volatile local int *s = shared;
        int other = t < 32 ? s[t + i] : 0;
        MISSING;
        if (t < 32) s[t] += other;
        MISSING;
    }
    if (t == 0) *out = shared[0];
}

kernel void barrier_in_branch(global const int *in, global int *out, int n)
{
    local int shared[256];
    int t = get_local_id(0);
    shared[t] = in[t];
    WAIT;
    for (int i = 128; i > 0; i /= 2) {
        if (t < i) {
            shared[t] += shared[t + i];
#ifndef MENDED
            WAIT;
#endif
        }
        MISSING;
    }
    WAIT;
    if (t == 0) *out = shared[0];
}

kernel void histogram(global const int *in, global int *out, int n)
{
    local int bins[16];
    int t = get_local_id(0);
    if (t < 16) bins[t] = 0;
    WAIT;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_add(&bins[in[i]], 1);
    MISSING;
    if (t < 16) atomic_add(&out[t], bins[t]);
}

kernel void reverse(global const int *in, global int *out, int n)
{
    local int s[64];
    int t = get_local_id(0);
    s[t] = in[t];
    MISSING;
    out[t] = s[63 - t];
}

kernel void scan(global const int *in, global int *out, int n)
{
    local int s[64];
    int t = get_local_id(0);
    s[t] = in[t];
    WAIT;
    for (int d = 1; d < 64; d *= 2) {
        int value = t >= d ? s[t - d] : 0;
        MISSING;
        s[t] += value;
        WAIT;
    }
    out[t] = s[t];
}

kernel void neighbours(global const int *in, global int *out, int n)
{
    int i = get_global_id(0);
#ifdef MENDED
    out[i] = i + 1 < n ? in[i] + in[i + 1] : in[i];
#else
    out[i] = in[i];
    if (i + 1 < n) out[i] += out[i + 1];
#endif
}

kernel void counter(global const int *in, global int *out, int n)
{
    if (in[get_global_id(0)] > 4) {
#ifdef MENDED
        atomic_inc(out);
#else
        out[0] += 1;
#endif
    }
}

kernel void same_value(global const int *in, global int *out, int n)
{
    local int found;
    int t = get_local_id(0);
    if (t == 0) found = 0;
    WAIT;
#ifdef MENDED
    if (in[t] > 4) atomic_or(&found, 1);
#else
    if (in[t] > 4) found = 1;
#endif
    WAIT;
    out[t] = found;
}

kernel void last_block(global const int *in, global int *out, int n)
{
    local int last;
    int t = get_local_id(0), b = get_group_id(0), groups = get_num_groups(0);
    volatile global int *part = out + 1;
    volatile global int *finished = out + 1 + groups;
    if (t == 0) {
        part[b] = in[b];
#ifdef MENDED
        mem_fence(CLK_GLOBAL_MEM_FENCE);
#endif
        last = atomic_inc(finished) == groups - 1;
    }
    WAIT;
    if (last && t == 0) {
        int sum = 0;
        for (int i = 0; i < groups; i++)
            sum += part[i];
        *out = sum;
    }
}
