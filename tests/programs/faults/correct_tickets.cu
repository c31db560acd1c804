// expect: none
// Who draws the last ticket sets the counter back, however the ticket is written down.
#include <cstdio>
#include <cuda_runtime.h>

struct drawn {
    unsigned ticket, other;
};

__global__ void second(unsigned *count)
{
    if (threadIdx.x) return;
    unsigned all = gridDim.x, ticket = atomicAdd(count, 1);
    if (ticket == 63) count[0] = 0;
}

__global__ void braced(unsigned *count)
{
    if (threadIdx.x) return;
    const unsigned ticket{atomicAdd(count, 1)};
    if (ticket == 63) count[0] = 0;
}

__global__ void listed(unsigned *count)
{
    if (threadIdx.x) return;
    drawn list = {atomicAdd(count, 1), 5};
    if (list.ticket == 63) count[0] = 0;
}

__global__ void chained(unsigned *count)
{
    if (threadIdx.x) return;
    unsigned ticket, copy;
    copy = ticket = atomicAdd(count, 1);
    if (ticket == 63) count[0] = 0;
}

__global__ void behind_a_comma(unsigned *count)
{
    if (threadIdx.x) return;
    unsigned ticket, other;
    other = 3, ticket = atomicAdd(count, 1);
    if (ticket == 63) count[0] = 0;
}

__global__ void in_a_head(unsigned *count)
{
    if (threadIdx.x) return;
    unsigned ticket, many = 0;
    if ((ticket = atomicAdd(count, 1)) > 100) many = 1;
    if (ticket == 63) count[0] = many;
}

__global__ void by_reference(unsigned *count)
{
    if (threadIdx.x) return;
    unsigned ticket, &reference = ticket;
    reference = atomicAdd(count, 1);
    if (ticket == 63) count[0] = 0;
}

__global__ void by_pointer(unsigned *count)
{
    if (threadIdx.x) return;
    unsigned ticket, *pointer = &ticket;
    *pointer = atomicAdd(count, 1);
    if (ticket == 63) count[0] = 0;
}

__global__ void asked_second(unsigned *count)
{
    if (threadIdx.x) return;
    unsigned ticket = atomicAdd(count, 1);
    bool yes = true, last = ticket == 63;
    if (last && yes) count[0] = 0;
}

__global__ void separated(unsigned *count)
{
    if (threadIdx.x) return;
    const unsigned most = 1'000;
    unsigned ticket = atomicAdd(count, 1);
    if (ticket == 63 && most) count[0] = 0;
}

__global__ void set_if_last(unsigned *count)
{
    if (threadIdx.x) return;
    bool last = false;
    unsigned ticket = atomicAdd(count, 1);
    if (ticket == 63) last = true;
    if (last) count[0] = 0;
}

#define IS_LAST (drawn_one == 63)

__global__ void by_macro(unsigned *count)
{
    if (threadIdx.x) return;
    unsigned drawn_one = atomicAdd(count, 1);
    if (IS_LAST) count[0] = 0;
}

static const char *const text = "a string that \
goes on";

__global__ void beside(unsigned *count)
{
    if (threadIdx.x) return;
    unsigned ticket = atomicAdd(count, 1);
    atomicAdd(&count[1], 1); // where a line too few is counted, this is the one above
    if (ticket == 63) count[0] = 0;
}

int main()
{
    void (*const kernels[])(unsigned *) = {second, braced, listed, chained,
        behind_a_comma, in_a_head, by_reference, by_pointer,
        asked_second, separated, beside,
        set_if_last, by_macro};
    unsigned *count, host[2];
    cudaMalloc(&count, sizeof host);
    for (auto kernel : kernels) {
        cudaMemset(count, 0, sizeof host);
        kernel<<<64, 32>>>(count);
    }
    cudaMemcpy(host, count, sizeof host, cudaMemcpyDeviceToHost);
    printf("%u %s\n", host[0], text);
    return cudaGetLastError();
}
