#!/usr/bin/env python3
"""The bank rules of src/analysis/request.h against Nsight Compute, on patterns of one warp.

Compiles bank_rules.cu, has ncu count the shared-memory wavefronts of every launch and compares
them with the rule. Exit 77 without a GPU or ncu. usage: bank_rules.py [-v]
"""
import csv
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent


def tool(name):
    return shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")


def words_of(width, mask, index, lanes):
    words = set()
    for lane in lanes:
        if mask >> lane & 1:
            low = index[lane] * width
            words.update(range(low // 4, (low + width - 1) // 4 + 1))
    return words


def busiest(words):
    banks = [w % 32 for w in words]
    return max((banks.count(b) for b in set(banks)), default=0)


def paired(mask, index):
    """Every active lane wants what its neighbour at distance 1, or every one at 2, wants."""
    def holds(distance):
        return all(index[lane] == index[lane ^ distance] for lane in range(32)
                   if mask >> lane & 1 and mask >> (lane ^ distance) & 1)
    return holds(1) or holds(2)


def passes(width, kind, mask, index):
    """Lanes are served in groups: see src/analysis/request.h."""
    size = 32 if width <= 4 else 16 if width == 8 else 8
    total = 0
    for start in range(0, 32, min(32, 2 * size)):
        both = range(start, start + min(32, 2 * size))
        if size < 32 and kind == "load" and paired(mask, index):
            total += busiest(words_of(width, mask, index, both))
            continue
        for first in range(start, both.stop, size):
            total += busiest(words_of(width, mask, index, range(first, first + size)))
    return total


def measure(program):
    metric = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum"
    patterns = [line.split() for line in
                subprocess.run([program], stdout=subprocess.PIPE, text=True,
                               check=True).stdout.splitlines()]
    ncu = subprocess.run([tool("ncu"), "--csv", "--clock-control", "none", "--metrics",
                          metric % "ld" + "," + metric % "st", program],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    start = ncu.stdout.find('"ID"')
    if start < 0:
        print(ncu.stdout[-500:])
        sys.exit(77)
    counts = {}
    for row in csv.DictReader(io.StringIO(ncu.stdout[start:])):
        counts[int(row["ID"]), row["Metric Name"]] = int(float(row["Metric Value"].replace(",", "")))
    for number, words in enumerate(patterns):
        kind = words[1]
        yield (int(words[0]), kind, int(words[2]), [int(w) for w in words[3:]],
               counts[number, metric % ("ld" if kind == "load" else "st")])


def main():
    if not tool("nvcc") or not tool("ncu") or subprocess.run(
            ["nvidia-smi", "-L"], stdout=subprocess.DEVNULL).returncode:
        print("no GPU, nvcc or ncu here")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        program = folder + "/bank_rules"
        subprocess.run([tool("nvcc"), "-arch=native", "-O2", str(here / "bank_rules.cu"), "-o",
                        program], check=True)
        total, wrong = 0, 0
        for width, kind, mask, index, counted in measure(program):
            expected = passes(width, kind, mask, index)
            total += 1
            wrong += expected != counted
            if expected != counted or "-v" in sys.argv:
                print(width, kind, hex(mask), index, "rule", expected, "counted", counted)
    print(f"{total} requests, {wrong} differ")
    return 1 if wrong else 0


sys.exit(main())
