#!/usr/bin/env python3
"""What the notes of "What is wrong here?" and the finding's advice say to do, done word for word to the
program: check finds nothing more, and the program's result is right.

A cure is a name, the words of the notes it follows ("" where it is the advice of check), and the edits:
a text of the program and what stands in its place, each of them once."""
import json, os, pathlib, re, subprocess, sys, tempfile

root = pathlib.Path(__file__).resolve().parents[2]
program = os.path.realpath(os.environ.get("SYNCSTEP", root / "build" / "syncstep"))

CURES = {
    "missing_barrier": [
        ("a barrier between the turns of the line", "where a barrier should stand", "那里本该有屏障", [
            ("shared[tid] += shared[tid + i];\n", "shared[tid] += shared[tid + i];\n        __syncthreads();\n")]),
    ],
    "barrier_in_branch": [
        ("out of the branch", "", "", [
            ("            __syncthreads(); // only t < i come here\n        }\n", "        }\n        __syncthreads();\n")]),
    ],
    "last_warp_unsynchronised": [
        ("four steps", "v = s[t + i], __syncwarp(), s[t] += v, __syncwarp()",
         "v = s[t + i]、__syncwarp()、s[t] += v、__syncwarp()", [
            ("            s[t] += s[t + i];\n",
             "        { int v = s[t + i]; __syncwarp(); s[t] += v; __syncwarp(); }\n")]),
        ("shuffles", "Shuffles as in tree_last_warp.cu", "像 tree_last_warp.cu 那样用混洗", [
            ("        volatile int *s = shared;\n        for (int i = 32; i > 0; i /= 2)\n"
             "            s[t] += s[t + i];\n",
             "        int v = shared[t] + shared[t + 32];\n        for (int i = 16; i > 0; i /= 2)\n"
             "            v += __shfl_down_sync(0xffffffff, v, i);\n        if (t == 0)\n            shared[0] = v;\n")]),
    ],
    "shared_past_end": [
        ("a slot more at either end", "A slot more at either end that holds 0", "两头各多一个槽，放 0", [
            ("int shared[THREADS];", "int shared[THREADS + 2];"),
            ("shared[t] = input[t];", "shared[t + 1] = input[t];\n    if (t < 2)\n        shared[t * (THREADS + 1)] = 0;"),
            ("shared[t - 1] + shared[t] + shared[t + 1]", "shared[t] + shared[t + 1] + shared[t + 2]")]),
        ("an if", "an if for either neighbour", "给左右邻居各加一个 if", [
            ("output[t] = shared[t - 1] + shared[t] + shared[t + 1];",
             "int sum = shared[t];\n    if (t > 0) sum += shared[t - 1];\n"
             "    if (t < THREADS - 1) sum += shared[t + 1];\n    output[t] = sum;")]),
    ],
    "global_past_end": [
        ("an if", "if (i < N)", "if (i < N)", [("    c[i] =", "    if (i < N)\n        c[i] =")]),
    ],
    "slots_nobody_wrote": [
        ("zeros", "Writing 0 by the threads that have no element", "让没有元素的线程写 0", [
            ("        shared[t] = input[t];\n", "        shared[t] = input[t];\n    else\n        shared[t] = 0;\n")]),
    ],
    "not_a_power_of_two": [
        ("from 128 on", "Beginning at i = 128, as for 256 slots, and adding only where t < i && t + i < THREADS",
         "从 i = 128 开始， 并且只在 t < i && t + i < THREADS 时才加", [
            ("int i = THREADS / 2;", "int i = 128;"), ("if (t < i)", "if (t < i && t + i < THREADS)")]),
        ("a power of two", "", "", [("#define THREADS 200", "#define THREADS 256")]),
    ],
    "output_not_cleared": [
        ("cleared", "cudaMemset() before each", "每次启动之前 cudaMemset()", [
            ("// to warm up\n", "\n    cudaMemset(total, 0, sizeof gpu);\n")]),
    ],
    "sum_too_large": [
        ("long long", "long long for the slots, and for output and gpu", "槽改用 long long，把和带回 CPU 的 output 和 gpu 也改", [
            ("__shared__ int shared", "__shared__ long long shared"), ("int *output)", "long long *output)"),
            ("int *input, *output, gpu = 0;", "int *input;\n    long long *output, gpu = 0;"),
            ("GPU sum: %d", "GPU sum: %lld")]),
    ],
    "too_many_threads": [
        ("two blocks", "Two blocks of 1,024, t = blockIdx.x * blockDim.x + threadIdx.x, and a check after each launch",
         "用两个线程块，每块 1024 个线程， t = blockIdx.x * blockDim.x + threadIdx.x，并在每次启动之后检查", [
            ("t = threadIdx.x", "t = blockIdx.x * blockDim.x + threadIdx.x"),
            ("<<<1, N>>>(input, output);", "<<<2, 1024>>>(input, output);\n"
             "    if (cudaGetLastError() != cudaSuccess)\n        return 2;")]),
    ],
    "dynamic_memory_not_passed": [
        ("the size", "<<<1, THREADS, THREADS * sizeof(int)>>>", "<<<1, THREADS, THREADS * sizeof(int)>>>", [
            ("<<<1, THREADS>>>", "<<<1, THREADS, THREADS * sizeof(int)>>>")]),
    ],
}

# Programs of tests/programs/faults/: what check advises, and the edits that follow it to the letter.
ADVICE = {
    "ordered_by_a_function": [
        ("a __syncthreads() after each call of order(), outside any if around the call",
         [("order(a, i);\n", "order(a, i);\n        __syncthreads();\n")])],
    "shifted_by_a_function": [
        ("a __syncthreads() after each call of add(), outside any if around the call",
         [("        if (t < by) add(s, t, by);\n", "    {\n        if (t < by) add(s, t, by);\n        __syncthreads();\n    }\n")])],
    "function_called_again": [
        ("a __syncthreads() after each call of block_sum()",
         [("block_sum(v) / n;\n", "block_sum(v) / n;\n    __syncthreads();\n"),
          ("(v - mean)) / n;\n", "(v - mean)) / n;\n    __syncthreads();\n")])],
    "counted_by_block_scope": [
        ("use an atomic of the whole device wherever this slot is touched",
         [("atomicAdd_block(count", "atomicAdd(count"), ("atomicMax_block(most", "atomicMax(most")])],
    "branch_goes_on_behind_the_barrier": [
        ("end the branch before the __syncthreads(), and begin it again behind it where more of it follows",
         [("        __syncthreads();\n        v =", "    }\n    __syncthreads();\n    if (t < 48)\n    {\n        v =")])],
}


def advised(path):
    run = subprocess.run([program, "check", str(path), "--backend", "emulator", "--json"], capture_output=True,
                         text=True, timeout=300)
    return [d["advice"] or "" for d in json.loads(run.stdout)["diagnostics"]]


def notes(lesson, stage):
    """Those in Chinese, as one line."""
    part = lesson.split(f"[stage {stage}]\n")[1].split("\n[stage ")[0]
    return re.sub(r"\s+", " ", part)


def try_cure(source, edits, path):
    for old, new in edits:
        if source.count(old) != 1:
            return [f"'{old.strip()}' stands {source.count(old)} times in the program"]
        source = source.replace(old, new)
    path.write_text(source)
    run = subprocess.run([program, "check", str(path), "--backend", "emulator"], capture_output=True, text=True,
                         timeout=300)
    wrong = [] if run.returncode == 0 and not run.stdout else [f"check: {run.returncode}", run.stdout + run.stderr]
    run = subprocess.run([program, "report", str(path), "--backend", "emulator", "--json"], capture_output=True,
                         text=True, timeout=300)
    if '"exit_status": 0' not in run.stdout and '"exit_status":0' not in run.stdout:
        wrong.append("the result is not right: " + run.stdout[:300] + run.stderr[:300])
    return wrong


def main():
    lesson = (root / "assets" / "lessons" / "broken.ini").read_text()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted((root / "kernels" / "broken").glob("*.cu")):
            if sys.argv[1:] and path.stem not in sys.argv[1:]:
                continue
            source = path.read_text()
            english, chinese = re.sub(r"\s+", " ", source.split("*/")[0]), notes(lesson, path.stem)
            if path.stem not in CURES:
                print(f"FAILED {path.stem}: nothing says how to mend it")
                failed += 1
            for name, en, zh, edits in CURES.get(path.stem, []):
                wrong = try_cure(source, edits, pathlib.Path(folder) / path.name)
                wrong += [f"not in the notes: {words}" for words, text in ((en, english), (zh, chinese))
                          if words not in text]
                print("FAILED" if wrong else "ok    ", f"{path.stem}: {name}")
                for line in wrong:
                    print("       " + line)
                failed += bool(wrong)
        for stem, cures in ADVICE.items():
            if sys.argv[1:] and stem not in sys.argv[1:]:
                continue
            path = root / "tests" / "programs" / "faults" / (stem + ".cu")
            for words, edits in cures:
                wrong = [] if any(words in advice for advice in advised(path)) else ["not advised: " + words]
                wrong += try_cure(path.read_text(), edits, pathlib.Path(folder) / path.name)
                print("FAILED" if wrong else "ok    ", f"{stem}: {words}")
                for line in wrong:
                    print("       " + line)
                failed += bool(wrong)
    return failed > 0


sys.exit(main())
