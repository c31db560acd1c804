/* How a struct lies in memory.
   Idea: char[1], int and float take 1 + 4 + 4 bytes, but the int must lie at a multiple of 4, so the
   compiler leaves 3 bytes out: 12 bytes in all. malloc, memset, memcpy, print, free, as on any CPU.
   Cost: a quarter of the memory is padding. On a GPU it is moved along with the rest.
   Hazard: copying a struct copies its padding; comparing with memcmp compares it, too.
   Watch: the access view. Lanes lie 12 bytes apart, so 32 ints are spread over 12 sectors. */
#include <cstdio>
#include <cstdlib>
#include <cstddef>
#include <cstring>

#ifndef N
#define N 1024
#endif
#ifndef THREADS
#define THREADS 256
#endif

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t status = (call);                                                    \
        if (status != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

struct Item {
    char tag[1];
    int number;
    float weight;
};

__global__ static void doubleNumbers(Item *items, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        items[i].number *= 2;
        items[i].weight = items[i].number * 0.5f;
    }
}

int main()
{
    printf("struct Item: %zu bytes; tag at %zu, number at %zu, weight at %zu\n", sizeof(Item),
           offsetof(Item, tag), offsetof(Item, number), offsetof(Item, weight));

    Item *items = (Item *)malloc(N * sizeof(Item));
    Item *copy = (Item *)malloc(N * sizeof(Item));
    memset(items, 0, N * sizeof(Item));
    for (int i = 0; i < N; i++) {
        items[i].tag[0] = 'a' + i % 26;
        items[i].number = i;
    }
    memcpy(copy, items, N * sizeof(Item));

    Item *device;
    CHECK(cudaMalloc(&device, N * sizeof(Item)));
    CHECK(cudaMemcpy(device, copy, N * sizeof(Item), cudaMemcpyHostToDevice));
    doubleNumbers<<<(N + THREADS - 1) / THREADS, THREADS>>>(device, N);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(copy, device, N * sizeof(Item), cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += copy[i].number != 2 * i || copy[i].weight != (float)i
                 || copy[i].tag[0] != items[i].tag[0];
    printf("item 25: %c %d %g; %d wrong\n", copy[25].tag[0], copy[25].number, copy[25].weight, wrong);

    cudaFree(device);
    free(copy);
    free(items);
    return wrong ? 1 : 0;
}
