// Values carried in registers by macros, functions, structures, vectors, and by a thread in turn.
// says 0 4: copies s[63-t] (read in round 3) to s[t]
// says 1 2: copies s[63-t] (read in round 1) to s[t]
// says 1 4: and uses s[t], which it read in round 3
// says 2 1: copies x[t] (read in round 0) to s[t]
// says 3 8: thread 3 copies s[4] (read in round 7) to s[3]
// says 4 2: 32 of 64 threads add s[t+32] (read in round 1) to s[t]
// says 4 12: thread 0 adds s[1] (read in round 11) to s[0]
#define N 64
struct item { float w; int k; };
#define LOAD(i) s[i]
__device__ int get(const int *p, int i) { return p[i]; }
__global__ void macro(int *x)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    int v = LOAD(N - 1 - t);
    __syncthreads();
    s[t] = v;
    __syncthreads();
    int w = get(s, N - 1 - t);
    __syncthreads();
    s[t] = w;
}
__global__ void whole(const item *x, item *y)
{
    __shared__ item s[N];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    item v = s[N - 1 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    item w = s[t];
    w.k++;
    __syncthreads();
    s[t] = w;
    __syncthreads();
    y[t] = s[t];
}
__global__ void vectors(const float4 *x, float4 *y)
{
    __shared__ float4 s[N];
    int t = threadIdx.x;
    float4 v = x[t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    float4 u = s[N - 1 - t];
    __syncthreads();
    s[t].x = u.w;
    y[t] = u;
}
__global__ void phases(int *x)
{
    __shared__ int s[N], best;
    int t = threadIdx.x, v;
    s[t] = x[t];
    if (t == 0) best = 0;
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        if (t == k) v = s[(k + 1) % N];
        __syncthreads();
        if (t == k) s[t] = v, best = v;
        __syncthreads();
    }
    int i = s[t] % N;
    __syncthreads();
    s[i] = t;
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        int left = s[(t + N - 1) % N], right = s[(t + 1) % N];
        __syncthreads();
        s[t] = (left + right) / 2;
        __syncthreads();
    }
    x[t] = s[t] + best;
}
__global__ void early(int *x, int n)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    int first = x[0];
    s[t] = t < n ? x[t] : 0;
    __syncthreads();
    for (int d = N / 2; d > 0; d /= 2) {
        int other = 0;
        if (t < d)
            other = s[t + d];
        __syncthreads();
        if (t < d)
            s[t] = s[t] + other;
        __syncthreads();
    }
    if (t == 0) x[0] = s[0] - first;
}
int main()
{
    int h[N], *x; item *a, *b; float4 *f, *g; float q[4 * N];
    for (int i = 0; i < N; i++) h[i] = i * 37 % 64 + 1;
    for (int i = 0; i < 4 * N; i++) q[i] = i;
    cudaMalloc(&x, sizeof h); cudaMalloc(&a, 8 * N); cudaMalloc(&b, 8 * N); cudaMalloc(&f, 16 * N); cudaMalloc(&g, 16 * N);
    cudaMemcpy(a, q, 8 * N, cudaMemcpyHostToDevice); cudaMemcpy(f, q, 16 * N, cudaMemcpyHostToDevice);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    macro<<<1, N>>>(x);
    whole<<<1, N>>>(a, b);
    vectors<<<1, N>>>(f, g);
    phases<<<1, N>>>(x);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    early<<<1, N>>>(x, 50);
    cudaDeviceSynchronize();
}
