// expect: crash error - 12
// A wild pointer that a function of a library goes to: named is the call.
#include <algorithm>
#include <cstdio>

__global__ void nothing() {}

int main(int argc, char **)
{
    int *nowhere = (int *)((long)argc << 4);
    nothing<<<1, 32>>>();
    std::replace(nowhere, nowhere + 100, 1, 2);
    printf("never here\n");
}
