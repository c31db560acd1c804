// Shared-memory requests of one warp in many patterns, for tests/gpu/bank_rules.py, which has
// Nsight Compute count the wavefronts of each launch. Prints a line per launch: width, load or
// store, lane mask, the lanes' element indices.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

struct Pattern {
    uint32_t mask;
    int index[32];
};

template <int WIDTH>
__device__ void load(uint32_t address)
{
    uint32_t a, b, c, d;
    if (WIDTH == 1) asm volatile("{.reg .u16 x; ld.volatile.shared.u8 x, [%1]; cvt.u32.u16 %0, x;}" : "=r"(a) : "r"(address));
    if (WIDTH == 2) asm volatile("{.reg .u16 x; ld.volatile.shared.u16 x, [%1]; cvt.u32.u16 %0, x;}" : "=r"(a) : "r"(address));
    if (WIDTH == 4) asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(a) : "r"(address));
    if (WIDTH == 8) asm volatile("ld.volatile.shared.v2.u32 {%0,%1}, [%2];" : "=r"(a), "=r"(b) : "r"(address));
    if (WIDTH == 16) asm volatile("ld.volatile.shared.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address));
}

template <int WIDTH>
__device__ void store(uint32_t address)
{
    if (WIDTH == 1) asm volatile("{.reg .u16 x; mov.u16 x, 1; st.volatile.shared.u8 [%0], x;}" :: "r"(address));
    if (WIDTH == 2) asm volatile("{.reg .u16 x; mov.u16 x, 1; st.volatile.shared.u16 [%0], x;}" :: "r"(address));
    if (WIDTH == 4) asm volatile("st.volatile.shared.u32 [%0], %0;" :: "r"(address));
    if (WIDTH == 8) asm volatile("st.volatile.shared.v2.u32 [%0], {%0,%0};" :: "r"(address));
    if (WIDTH == 16) asm volatile("st.volatile.shared.v4.u32 [%0], {%0,%0,%0,%0};" :: "r"(address));
}

template <int WIDTH, bool LOAD>
__global__ void request(Pattern p)
{
    __shared__ __align__(128) unsigned char memory[32768];
    uint32_t base = (uint32_t)__cvta_generic_to_shared(memory);
    uint32_t address = base + p.index[threadIdx.x] * WIDTH;
    if (p.mask >> threadIdx.x & 1) {
        if (LOAD) load<WIDTH>(address);
        else store<WIDTH>(address);
    }
}

template <int WIDTH>
void launch(const Pattern &p)
{
    for (int is_load = 0; is_load < 2; is_load++) {
        printf("%d %s %u", WIDTH, is_load ? "load" : "store", p.mask);
        for (int i : p.index) printf(" %d", i);
        printf("\n");
        if (is_load) request<WIDTH, true><<<1, 32>>>(p);
        else request<WIDTH, false><<<1, 32>>>(p);
    }
}

int main()
{
    const int words = 2048;
    static Pattern patterns[128];
    int count = 0;
    const int strides[] = {0, 1, 2, 3, 4, 5, 8, 16, 32, 33};
    for (int s : strides) {
        patterns[count].mask = 0xffffffff;
        for (int i = 0; i < 32; i++) patterns[count].index[i] = i * s;
        count++;
    }
    const uint32_t masks[] = {0x0000ffff, 0xffff0000, 0x55555555, 0x000000ff, 0x00ff00ff, 0x1};
    for (uint32_t m : masks) {
        patterns[count].mask = m;
        for (int i = 0; i < 32; i++) patterns[count].index[i] = i;
        count++;
    }
    for (int kind = 0; kind < 6; kind++) { // words shared between halves, pairs, quarters
        patterns[count].mask = 0xffffffff;
        for (int i = 0; i < 32; i++)
            patterns[count].index[i] = kind == 0 ? i % 16 : kind == 1 ? i / 2 : kind == 2 ? i % 8
                                       : kind == 3 ? i / 4 : kind == 4 ? i ^ 1 : (i % 2) * 64;
        count++;
    }
    srand(7);
    // Loads in which lanes t and t ^ 1, or t and t ^ 2, want the same: some or all of them active.
    const uint32_t some[] = {0xffffffff, 0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff,
                             0x77777777, 0xfffffffe, 0x0000fffe, 0xfffeffff};
    for (uint32_t m : some)
        for (int kind = 0; kind < 5; kind++) {
            Pattern &p = patterns[count++];
            int table[32];
            for (int &x : table) x = rand() % 512;
            p.mask = m;
            for (int i = 0; i < 32; i++)
                p.index[i] = kind == 0   ? i / 2
                             : kind == 1 ? (i & 1) + i / 4 * 2
                             : kind == 2 ? table[i & ~1]
                             : kind == 3 ? table[i & ~2]
                                         : (i & 3) + i / 8 * 4; // t and t ^ 4
        }
    for (int kind = 0; kind < 4; kind++) { // the two halves of the warp differ
        Pattern &p = patterns[count++];
        p.mask = 0xffffffff;
        for (int i = 0; i < 32; i++)
            p.index[i] = i < 16 ? i / 2
                         : kind == 0 ? i
                         : kind == 1 ? (i & 1) + i / 4 * 2
                         : kind == 2 ? i % 16 / 2
                                     : 64 + i / 2;
    }
    for (int end = count + 24; count < end;) {
        Pattern &p = patterns[count];
        int spread = 1 << (3 + rand() % 8);
        p.mask = count % 3 ? 0xffffffff : (uint32_t)rand() * 3u | 1u;
        for (int i = 0; i < 32; i++) p.index[i] = rand() % (spread < words ? spread : words);
        count++;
    }
    for (int i = 0; i < count; i++) {
        launch<1>(patterns[i]);
        launch<2>(patterns[i]);
        launch<4>(patterns[i]);
        launch<8>(patterns[i]);
        launch<16>(patterns[i]);
    }
    return cudaDeviceSynchronize();
}
