#!/usr/bin/python3
"""`syncstep record` from a .cu file to numbers in NumPy: the contract for other people's scripts."""
import json, os, re, subprocess, sys, tempfile

try:
    import numpy
except ImportError:
    print("python3-numpy is not installed")
    sys.exit(77)
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(root, "assets"))
import read_trace

SYNCSTEP = os.environ.get("SYNCSTEP", os.path.join(root, "build", "syncstep"))
folder = tempfile.TemporaryDirectory()


def path(name, text=None):
    full = os.path.join(folder.name, name)
    if text is not None:
        with open(full, "w") as file:
            file.write(text)
    return full


def record(program, *options, status=0, input=None):
    out = path("t.npz")
    if os.path.exists(out):
        os.unlink(out)
    run = subprocess.run([SYNCSTEP, "record", program, "-o", out, *options], text=True, input=input,
                         stdin=None if input is not None else subprocess.DEVNULL, capture_output=True,
                         cwd=folder.name)
    assert run.returncode == status, run.stderr
    if status:
        return run
    T = numpy.load(out)
    return run, T, json.loads(T["meta.json"])


def kinds(meta):
    return [(d["kind"], d["line"]) for d in meta["diagnostics"]]


# The tree of the tutorial's last step: the figures of the issue.
run, T, meta = record(os.path.join(root, "kernels", "cubes_tree.cu"))
assert run.stdout == meta["stdout"] and "212561232" in run.stdout
s = T["launch0.snapshot.shared"]
assert s.shape == (32, 10, 256) and s.dtype == numpy.int32
assert s[0, 0, :4].tolist() == [31774, 24188, 25346, 20343] and s[0, 8, 0] == 6699139
assert T["launch0.rounds"].tolist() == [10] * 32 and T["launch0.blocks"].tolist() == list(range(32))
assert T["launch0.written.shared"].all() and not meta["diagnostics"]
assert meta["launches"][0]["complete"] and meta["launches"][0]["accesses"] == 5275616
assert os.path.getsize(path("t.npz")) <= 500000
lanes, sums = 0, {}
for block, r, warp, shape, active, offsets, values in read_trace.requests(T):
    if shape["kind"] > 2:
        continue
    lanes += len(active)
    # A store's value is what the slot holds at the end of the round, where it is the last one.
    if shape["kind"] == 1 and shape["space"] == 0 and values and block == 0:
        for offset, value in zip(offsets, values):
            sums[r, offset // 4] = int.from_bytes(value, "little")
assert lanes == 5275616
assert len(sums) > 256 and all(s[0, r, slot] == value for (r, slot), value in sums.items())

# Arrays of every kind; names, types, places.
arrays = path("arrays.cu", """#include <cstdio>
struct pair { char tag; float v[2]; };
__constant__ int scale[2];
template <class T, int N> __global__ void fill(T *out)
{
    __shared__ T grid[N][N + 1];
    __shared__ pair pairs[3];
    __shared__ bool flag;
    extern __shared__ double tail[];
    int t = threadIdx.x;
    grid[t / N][t % N] = T(t * scale[1]);
    if (t < 2) pairs[t].v[1] = 2.5f;
    if (t == 0) flag = true;
    if (t < 3) tail[t] = t / 2.0;
    __syncthreads();
    out[t] = grid[t % N][t / N];
}
int main()
{
    int *d, two[2] = {1, 2};
    cudaMalloc(&d, 64);
    cudaMemcpyToSymbol(scale, two, sizeof two);
    fill<int, 4><<<1, 16, 24>>>(d);
    return cudaDeviceSynchronize() ? 1 : 0;
}
""")
run, T, meta = record(arrays)
grid, pairs = T["launch0.snapshot.grid"], T["launch0.snapshot.pairs"]
assert grid.shape == (1, 2, 4, 5) and grid[0, 1, 1, 2] == 12
assert T["launch0.written.grid"][0, 0].sum() == 16
assert pairs["v"][0, 1, :2, 1].tolist() == [2.5, 2.5]
assert T["launch0.written.pairs"][0, 1].tolist() == [True, True, False]
assert T["launch0.snapshot.flag"].shape == (1, 2) and T["launch0.snapshot.flag"][0, 0]
assert T["launch0.snapshot.tail"][0, 1].tolist() == [0, 0.5, 1]
launch = meta["launches"][0]
assert launch["kernel"] == "fill<int, 4>", launch["kernel"]
assert [a["name"] for a in launch["arrays"]] == ["grid", "pairs", "flag", "tail"]
assert [a["offset"] for a in launch["arrays"]] == [0, 80, 116, 128]
assert [a["line"] for a in launch["arrays"]] == [6, 7, 8, 9]
assert launch["parameters"][0]["name"] == "out"
assert {a["name"]: a["kind"] for a in meta["allocations"]} == {"d": "device", "scale": "constant-symbol"}
assert meta["types"][launch["arrays"][0]["type"]]["name"] in ("int", "T")

# A launch that a fault cuts off: what the round stored until then is there.
_, T, meta = record(path("cut.cu", """
#include <cassert>
__global__ void cut(int *out)
{
    __shared__ int s[4];
    s[threadIdx.x] = 10 + threadIdx.x;
    __syncthreads();
    s[threadIdx.x] *= 2;
    assert(s[threadIdx.x] < 25);
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
int main()
{
    int *out;
    cudaMalloc(&out, 16);
    cut<<<1, 4>>>(out);
    return cudaDeviceSynchronize() == cudaErrorAssert ? 0 : 1;
}
"""))
assert T["launch0.snapshot.s"][0, :2].tolist() == [[10, 11, 12, 13], [20, 22, 24, 26]], T["launch0.snapshot.s"]

# Types as people write them. A class with constructors makes the compiler guard the array: nothing of
# that is the program's.
types = path("types.cu", """#include <cuda_fp16.h>
typedef float real;
enum color { RED, GREEN };
struct point { int x, y; __device__ point() {} __device__ point(int a) : x(a), y(-a) {} };
__shared__ long long file_scope[4];
__device__ __forceinline__ int inlined(int t)
{
    __shared__ unsigned char bytes[4];
    bytes[t] = t;
    __syncthreads();
    return bytes[3 - t];
}
__global__ void k(int **out)
{
    __shared__ half h[4];
    __shared__ real r[4];
    __shared__ color c[4];
    __shared__ point p[4];
    __shared__ short cube[2][1][2];
    int t = threadIdx.x;
    h[t] = __float2half(t + 0.5f), r[t] = t, c[t] = GREEN, p[t] = point(t), cube[t / 2][0][t % 2] = t;
    file_scope[t] = -1;
    out[t] = nullptr;
    r[t] += inlined(t);
}
int main()
{
    int **d;
    cudaMalloc(&d, 64);
    k<<<1, 4>>>(d);
    return cudaDeviceSynchronize();
}
""")
run, T, meta = record(types)
launch = meta["launches"][0]
names = {a["name"]: meta["types"][a["type"]]["name"] for a in launch["arrays"]}
assert names == {"file_scope": "long long", "bytes": "unsigned char", "h": "half", "r": "real", "c": "color",
                 "p": "point", "cube": "short"}, names
assert T["launch0.snapshot.h"].dtype == numpy.float16 and T["launch0.snapshot.h"][0, 1, 2] == 2.5
assert T["launch0.snapshot.r"][0, 1].tolist() == [3, 3, 3, 3]
assert T["launch0.snapshot.p"][0, 1, 3].tolist() == (3, -3)
assert T["launch0.snapshot.cube"][0, 1].tolist() == [[[0, 1]], [[2, 3]]]
assert not meta["diagnostics"] and launch["complete"], meta["diagnostics"]
again = open(path("t.npz"), "rb").read()
record(types)
assert again == open(path("t.npz"), "rb").read() # the same run, the same bytes

# A copied struct is a load, then a store of what was loaded, whatever order the compiler tells them in.
copies = path("copies.cu", """
struct three { int a; float b[2]; };
__global__ void k(float4 *d, three *e)
{
    __shared__ float4 s[32];
    __shared__ three u[32];
    int t = threadIdx.x;
    s[t] = make_float4(t, 1, 2, 3);
    u[t].a = t;
    __syncthreads();
    if (t < 16) s[t] = s[t + 16];
    if (t < 16) u[t] = u[t + 16];
    __syncthreads();
    d[t] = s[t];
    e[t] = u[t];
}
int main()
{
    float4 *d;
    three *e;
    cudaMalloc(&d, 512);
    cudaMalloc(&e, 384);
    k<<<1, 32>>>(d, e);
    return cudaDeviceSynchronize();
}
""")
run, T, meta = record(copies)
rows = [(r, meta["sites"][s["site"]]["line"], "load store".split()[s["kind"]], s["space"], o[:1], k)
        for _, r, _, s, _, o, k in read_trace.requests(T) if s["kind"] < 2]
assert [row[2] for row in rows if row[1] == 11] == ["load", "store"]
assert [row[2] for row in rows if row[1] == 12] == ["load"] * 3 + ["store"] * 3
loaded, stored = [row[5] for row in rows if row[1] == 11]
assert loaded == stored and numpy.frombuffer(stored[3], "<f4").tolist() == [19, 1, 2, 3]
assert [row[2] for row in rows if row[1] == 14] == ["load", "store"]
assert not meta["diagnostics"], meta["diagnostics"]

# Two functions with an array of one name, and two instances of one function in a launch.
names = path("names.cu", """
template <int N> __device__ int part(int t)
{
    __shared__ int s[N];
    s[t] = N;
    __syncthreads();
    return s[(t + 1) % 4];
}
__global__ void one(int *out) { out[threadIdx.x] = part<4>(threadIdx.x) + part<8>(threadIdx.x); }
__global__ void two(int *out)
{
    __shared__ int s[4];
    s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[0];
}
int main()
{
    int *d;
    cudaMalloc(&d, 16);
    one<<<1, 4>>>(d);
    two<<<1, 4>>>(d);
    cudaDeviceSynchronize();
}
""")
run, T, meta = record(names)
keys = [[a["key"] for a in l["arrays"]] for l in meta["launches"]]
assert keys == [["part.s", "part.s#2"], ["two.s"]], keys
assert sorted(T["launch0.snapshot." + k].shape[2] for k in keys[0]) == [4, 8]

# What a program may do: arguments, standard input, an exit status, an end by a signal.
talk = path("talk.cu", """#include <cstdio>
int main(int argc, char **argv)
{
    char line[80] = "";
    if (!fgets(line, sizeof line, stdin)) puts("no input");
    printf("%s %s", argc > 1 ? argv[1] : "-", line);
    return 3;
}
""")
run, T, meta = record(talk, "--", "a b", "c", input="hello\n")
assert run.stdout == "a b hello\n" and meta["exit_status"] == 3 and meta["arguments"] == "a b c"
run, T, meta = record(path("crash.cu", '#include <cstdio>\nint main() { puts("so far"); fflush(stdout); *(volatile int *)0 = 1; }\n'))
assert meta["exit_status"] >= 128 and meta["stdout"] == "so far\n"
assert [k for k, line in kinds(meta)] == ["crash"], meta["diagnostics"]

run, T, meta = record(path("cut.cu", '#include <cstdio>\nint main() { printf("a line\\nhalf"); *(volatile int *)0 = 1; }\n'))
assert meta["stdout"] == "a line\n" # as on a terminal

# Indices: the array by name, whoever noticed.
bounds = path("bounds.cu", """
__device__ int table[10];
__global__ void past(int *d) { __shared__ int s[32]; s[threadIdx.x + 1] = 1; __syncthreads(); d[threadIdx.x] = s[threadIdx.x]; }
__global__ void pointer(int *d) { __shared__ int a[16]; __shared__ int b[32]; int *p = a; b[threadIdx.x] = 2; p[threadIdx.x * 40] = 1; __syncthreads(); d[threadIdx.x] = b[0]; }
__global__ void before(int *d) { d[(int)threadIdx.x - 5] = 1; }
__global__ void symbol(int n) { table[threadIdx.x + n] = 1; }
__global__ void tail(int *d) { extern __shared__ int x[]; x[threadIdx.x] = 1; __syncthreads(); d[0] = x[5]; }
__global__ void row(int *d) { __shared__ int a[4][8], b[8]; a[threadIdx.x / 8][threadIdx.x % 8 + d[0]] = 1; b[threadIdx.x % 8] = a[0][0]; d[1] = b[0]; }
int main()
{
    int *d, one = 1;
    cudaMalloc(&d, 128);
    past<<<1, 32>>>(d);
    pointer<<<1, 32>>>(d);
    before<<<1, 32>>>(d);
    symbol<<<1, 8>>>(5);
    tail<<<1, 32, 64>>>(d);
    cudaMemcpy(d, &one, 4, cudaMemcpyHostToDevice);
    row<<<1, 32>>>(d);
    cudaDeviceSynchronize();
}
""")
run, T, meta = record(bounds)
found = sorted((d["line"], d["kind"], d["array"], d["index"]) for d in meta["diagnostics"])
assert found == [(3, "out-of-bounds", "s", 32), (4, "out-of-bounds", "a", 40), (5, "out-of-bounds", "d", -5),
                 (6, "out-of-bounds", "table", 10), (7, "out-of-bounds", "x", 16), (8, "out-of-bounds", "a", 8)], found
assert [[a["name"] for a in l["arrays"]] for l in meta["launches"]] == [["s"], ["a", "b"], [], [], ["x"], ["a", "b"]]

# A program that never ends is stopped, and what it did until then is there.
endless = path("endless.cu", """
__global__ void first(int *d) { d[threadIdx.x] = 1; }
__global__ void forever(volatile int *d) { while (d[0]) d[1] = 2; }
int main()
{
    int *d;
    cudaMalloc(&d, 128);
    first<<<1, 32>>>(d);
    forever<<<1, 1>>>(d);
    cudaDeviceSynchronize();
}
""")
run, T, meta = record(endless, "--timeout", "2")
assert meta["timed_out"] and [k for k, line in kinds(meta)] == ["timeout"], meta["diagnostics"]
assert meta["launches"][0]["complete"] and not meta["launches"][1]["complete"]

# A grid that nobody would wait for: where it was, and how far it came.
huge = path("huge.cu", """
__global__ void nothing(int *d) { if (blockIdx.x == 7) d[0] = 1; }
int main()
{
    int *d;
    cudaMalloc(&d, 128);
    nothing<<<2147483647, 1>>>(d);
    cudaDeviceSynchronize();
}
""")
run, T, meta = record(huge, "--timeout", "1")
(told,) = meta["diagnostics"]
assert told["kind"] == "timeout" and told["line"] in (2, 7), told
how_far = re.search(r"([0-9]+) of 2147483647 blocks( of nothing)? had ended", told["message"])
assert how_far and int(how_far[1]) > 0 and "nothing" in told["message"], told
assert not meta["launches"][0]["complete"]

# Time that is up between launches, of a program that got on all the time.
between = path("between.cu", """
#include <unistd.h>
__global__ void step(int *d) { d[threadIdx.x] += 1; }
int main()
{
    int *d;
    cudaMalloc(&d, 128);
    cudaMemset(d, 0, 128);
    for (;;) {
        step<<<1, 32>>>(d);
        usleep(300000);
    }
}
""")
run, T, meta = record(between, "--timeout", "1")
assert [d["message"] for d in meta["diagnostics"] if d["kind"] == "timeout"] == [
    "The program got on, but had not ended after 5 seconds and was stopped; --timeout 2 lets it go on "
    "for twice as long."], meta["diagnostics"]

# One that takes longer than the limit and gets on all the time is not stopped.
slow = path("slow.cu", """
#include <unistd.h>
__global__ void step(int *d) { d[threadIdx.x] += 1; }
int main()
{
    int *d;
    cudaMalloc(&d, 128);
    cudaMemset(d, 0, 128);
    for (int i = 0; i < 10; i++) {
        step<<<1, 32>>>(d);
        usleep(400000);
    }
}
""")
run, T, meta = record(slow, "--timeout", "3")
assert not meta["timed_out"] and len(meta["launches"]) == 10, meta["diagnostics"]

# A host that computes gets on, for longer than the limit; one that sleeps does not.
for host, stopped in (("while (clock() < 3 * CLOCKS_PER_SEC / 2) ;", False), ("sleep(30);", True)):
    alone = path("alone.cu", """
#include <ctime>
#include <unistd.h>
int main() { %s }
""" % host)
    run, T, meta = record(alone, "--timeout", "1")
    assert meta["timed_out"] == stopped, (host, meta["diagnostics"])

# Launches from kernels are launches, and know whose kernel made them.
nested = path("nested.cu", """
__global__ void child(int *d) { d[threadIdx.x] = 2 * threadIdx.x; }
__global__ void parent(int *d, int *sum)
{
    if (threadIdx.x == 0) {
        child<<<1, 32>>>(d);
        cudaDeviceSynchronize();
        for (int i = 0; i < 32; i++) *sum += d[i];
    }
}
int main()
{
    int *d;
    cudaMallocManaged(&d, 256);
    d[32] = 0;
    parent<<<1, 32>>>(d, d + 32);
    cudaDeviceSynchronize();
    child<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    return d[32] == 992 ? 0 : 1;
}
""")
run, T, meta = record(nested)
assert meta["exit_status"] == 0 and not meta["diagnostics"], meta["diagnostics"]
assert [(l["kernel"], l["parent"]) for l in meta["launches"]] == [("parent", 0), ("child", 1), ("child", 0)]
assert T["launch1.rounds"].tolist() == [1] and all(l["complete"] for l in meta["launches"])
run = subprocess.run([SYNCSTEP, "report", "--json", path("t.npz")], text=True, capture_output=True, check=True)
assert [l["parent"] for l in json.loads(run.stdout)["launches"]] == [None, 0, None]

# Limits: said, counted by line, marked.
many = path("many.cu", """
__global__ void k(int *d) { d[blockIdx.x * 32 + threadIdx.x] = d[0] + 1; }
int main()
{
    int *d;
    cudaMalloc(&d, 32 * 100 * 4);
    for (int i = 0; i < 5; i++) k<<<100, 32>>>(d);
    cudaDeviceSynchronize();
}
""")
run, T, meta = record(many, "--launches", "1-2", "--blocks", "10-12")
assert meta["launches_seen"] == 5 and [l["ordinal"] for l in meta["launches"]] == [1, 2]
assert T["launch0.blocks"].tolist() == [10, 11, 12] and not meta["launches"][0]["complete"]
assert "limit" in [k for k, line in kinds(meta)]
run, T, meta = record(many, "--max-accesses", "1000")
l = meta["launches"][0]
assert l["accesses"] == 6400 and not l["complete"]
kept = sum(len(lanes) for _, _, _, shape, lanes, _, _ in read_trace.requests(T) if shape["kind"] < 3)
assert kept + sum(d["accesses"] for d in l["dropped"]) == 6400, (kept, l["dropped"])
assert all(meta["sites"][d["site"]]["line"] == 2 for d in l["dropped"])

# Refusals: one line, nothing written.
run = record(path("bad.cu", "int main() { return x; }\n"), status=1)
assert "bad.cu:1" in run.stderr and not os.path.exists(path("t.npz"))
run = record(path("absent.cu"), status=1)
assert "absent.cu" in run.stderr
run = subprocess.run([SYNCSTEP, "record", talk, "-o", "/absent/t.npz"], text=True, capture_output=True,
                     stdin=subprocess.DEVNULL, cwd=folder.name)
assert run.returncode == 1 and "/absent/t.npz" in run.stderr, run.stderr
print("ok")
