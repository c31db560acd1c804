#!/usr/bin/env python3
"""random_patterns.py SEED [KERNELS] > PROGRAM.cu: kernels with random access patterns.

Strides, offsets, widths of 1 to 16 bytes, predicates, 1-, 2- and 3-D blocks of any size, tiles with
and without padding, scattered indices, loops; on global and shared memory. Every access is one
that ptxas has no reason to leave out: addresses differ and all that is read is used. The program is
compared with Nsight Compute's counters by counters.sh."""
import random
import sys

TYPES = {1: ["unsigned char", "signed char"], 2: ["short", "unsigned short"], 4: ["int", "float"],
         8: ["long long", "double", "int2", "float2"], 16: ["int4", "float4", "double2"]}
BLOCKS = [(32,), (64,), (256,), (512,), (33,), (77,), (100,), (255,), (7, 5, 3), (17, 9), (16, 16),
          (8, 32), (32, 8), (3, 11), (5, 4, 6), (1, 64), (31, 2), (640,), (13, 13)]


def index(rng, t, count):
    """An expression for an index below `count` from the thread's number or coordinates, and k."""
    kind = rng.randrange(6)
    offset = rng.choice((0, 1, 3, 8, 17, 32, rng.randrange(200)))
    if kind == 0:  # a stride the compiler knows
        return "(%s * %d + %d) %% %d" % (t, rng.choice((1, 1, 2, 3, 4, 5, 8, 16, 31, 32, 33, 64)), offset, count)
    if kind == 1:  # one it does not know
        return "(unsigned)(%s * stride + shift) %% %du" % (t, count)
    if kind == 2:  # a tile, padded or not, by row or by column
        pitch = rng.choice((16, 17, 32, 33, 36))
        x, y = rng.choice((("threadIdx.x", "threadIdx.y"), ("threadIdx.y", "threadIdx.x")))
        return "(%s * %d + %s + threadIdx.z + k * %d + %d) %% %d" % (y, pitch, x, rng.choice((1, 5, pitch)), offset, count)
    if kind == 3:  # scattered
        return "(%s * 2654435761u + %du) %% %du" % (t, rng.randrange(1 << 30), count)
    if kind == 4:  # backwards, or crosswise within a warp
        return ("(%d - (int)%s %% %d) %% %d" % (count - 1, t, count, count) if rng.random() < 0.5
                else "(%s ^ %d) %% %d" % (t, rng.randrange(64), count))
    return "(%s / %d * %d + %d) %% %d" % (t, rng.choice((2, 3, 4, 8)), rng.choice((1, 2, 5, 32)), offset, count)


def condition(rng):
    kind = rng.randrange(8)
    if kind < 3:
        return ""
    text = {3: "t %% %du == %du" % (rng.choice(((2, 0), (3, 1), (5, 2), (32, 7)))),
            4: "t < %du" % rng.randrange(1, 300),
            5: "(0x%08xu >> (t & 31) & 1)" % rng.getrandbits(32),
            6: "(t >> 5) %% %du == 0" % rng.choice((2, 3)),
            7: "(t ^ (unsigned)shift) & %du" % rng.choice((1, 4, 6))}[kind]
    return "if (%s) " % text


def value(kind, v):
    return {"int2": "make_int2(%s, 1)", "float2": "make_float2(%s, 1)", "int4": "make_int4(%s, 1, 2, 3)",
            "float4": "make_float4(%s, 1, 2, 3)", "double2": "make_double2(%s, 1)"}.get(kind, "(%s)%%s" % kind) % v


def used(kind, v):
    parts = {"int2": "xy", "float2": "xy", "double2": "xy", "int4": "xyzw", "float4": "xyzw"}.get(kind)
    return " + ".join("(int)%s.%s" % (v, p) for p in parts) if parts else "(int)" + v


def kernel(rng, number):
    width = rng.choice((1, 2, 4, 4, 4, 8, 8, 16, 16))
    kind, out = rng.choice(TYPES[width]), rng.choice(TYPES[rng.choice((1, 2, 4, 4, 8, 16))])
    shared = rng.choice((67, 101, 257, 521, 1009, 2039))
    shared = min(shared, 40001 // width | 1)
    times = rng.choice((1, 3, 8, 16))
    block = rng.choice(BLOCKS)
    grid = rng.choice(((1,), (7,), (16,), (24,), (5, 3), (2, 2, 4)))
    lines = ["__global__ void pattern_%d(const %s *in, %s *out, int stride, int shift, int n)" % (number, kind, out), "{",
             "    __shared__ %s tile[%d];" % (kind, shared),
             "    const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);",
             "    const unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);",
             "    int sum = n;"]
    runtime = "n" if rng.random() < 0.5 else str(times)
    lines += ["    for (int k = 0; k < %s; k++) {" % runtime,
              "        const unsigned u = t + b * %du + k * %du;" % (rng.choice((0, 256, 1000)), rng.choice((1, 32, 97))),
              "        %s{" % condition(rng),
              "            const %s v = in[%s];" % (kind, index(rng, "u", 60000)),
              "            sum += %s;" % used(kind, "v"),
              "            tile[%s] = %s;" % (index(rng, "u", shared), value(kind, "sum")),
              "        }", "    }", "    __syncthreads();",
              "    for (int k = 0; k < %s; k++) {" % ("n" if rng.random() < 0.5 else str(times)),
              "        const unsigned u = t + k * %du;" % rng.choice((1, 7, 32, 129)),
              "        %s{" % condition(rng),
              "            const %s v = tile[%s];" % (kind, index(rng, "u", shared)),
              "            sum += %s;" % used(kind, "v"), "        }", "    }",
              "    const unsigned u = t + b * 999u, k = 0;",
              "    %sout[%s] = %s;" % (condition(rng), index(rng, "u", 50000), value(out, "sum")),
              "    if (sum == 123456789) out[0] = %s; /* all that was read is used */" % value(out, "sum"), "}", ""]
    launch = "    pattern_%d<<<dim3(%s), dim3(%s)>>>((const %s *)in, (%s *)out, %d, %d, %d);" % (
        number, ", ".join(map(str, grid)), ", ".join(map(str, block)), kind, out,
        rng.choice((1, 2, 3, 4, 7, 8, 16, 32, 33)), rng.randrange(100), times)
    return "\n".join(lines), launch


def main():
    rng = random.Random(int(sys.argv[1]))
    made = [kernel(rng, i) for i in range(int(sys.argv[2]) if len(sys.argv) > 2 else 60)]
    print("// Made by random_patterns.py with seed %s.\n#include <cstdio>\n" % sys.argv[1])
    print("\n".join(text for text, _ in made))
    print("int main()\n{\n    void *in, *out;\n    cudaMalloc(&in, 1 << 20);\n    cudaMalloc(&out, 1 << 20);\n"
          "    cudaMemset(in, 1, 1 << 20);")
    print("\n".join(launch for _, launch in made))
    print('    printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));\n}')


main()
