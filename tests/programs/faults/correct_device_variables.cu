// expect: none
// Every way to declare a variable of the device: none of them is the host's.
#include <cstdio>
#include <cuda_runtime.h>

#define ON_DEVICE __device__

__device__ int first, second = 2, *pointer;
__device__ __align__(16) float aligned[4];
static __device__ volatile int counter;
ON_DEVICE unsigned from_macro[2][3];
__device__ struct pair { int a, b; } both;
__constant__ int weights[3] = {1, 2, 3};
__managed__ int everywhere;
const int table[4] = {4, 3, 2, 1};
static constexpr float factors[2] = {0.5f, 2.0f};
int __device__ behind;
typedef int (*function)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ function chosen = twice;
namespace {
__device__ int hidden[2];
}
namespace lesson { namespace inner { __device__ int deep; } }
template <typename T> __device__ T of_type;
enum colour { RED, GREEN };
__device__ colour paint;
extern __device__ int later;
__device__ int later = 5;

// Static variables and tables of device functions need no qualifier.
struct shape {
    __device__ virtual int corners() const { return 0; }
};
struct square : shape {
    __device__ int corners() const override { return 4; }
};
__device__ int calls(int i)
{
    static int so_far = 0;
    static const int step[3] = {1, 2, 3};
    so_far += step[i];
    return so_far;
}

struct tally {
    int *count;
    __device__ void add(int n) { *count += n; }
};

__global__ void use(int *out, int index)
{
    static __device__ int inside;
    first = second;
    pointer = &first;
    aligned[index] = factors[index & 1];
    counter = counter + 1;
    from_macro[1][2] = 7u;
    both.a = weights[index];
    everywhere += table[index];
    behind = chosen(3);
    hidden[1] = *pointer;
    lesson::inner::deep = behind;
    of_type<int> = 1;
    paint = GREEN;
    inside = later + calls(index);
    square s;
    const shape *one = &s;
    aligned[0] = one->corners();
    tally t = {out};
    t.add(first + both.a + hidden[1] + lesson::inner::deep + of_type<int> + inside);
}

int main()
{
    int *out, sum = 0;
    cudaMalloc(&out, sizeof *out);
    cudaMemset(out, 0, sizeof *out);
    use<<<1, 1>>>(out, 1);
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d %d\n", sum, everywhere);
    return cudaGetLastError();
}
