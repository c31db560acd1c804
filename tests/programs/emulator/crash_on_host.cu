// expect: diagnostic crash error launch -1 .* The program accesses memory that is not there
// expect: exit 139
__global__ void k() {}
int main(int argc, char **)
{
    int *nowhere = (int *)((long)argc << 4);
    k<<<1, 32>>>();
    *nowhere = 1;
}
