#!/usr/bin/env python3
"""check's verdicts against compute-sanitizer's on all programs of kernels/ and kernels/broken/.

racecheck (shared memory), memcheck and synccheck each say whether a program is in order. Where they
and `syncstep check` under the emulator differ, `known` below says why; any other difference fails.
Exit 77 without a GPU or compute-sanitizer; --recorded: takes their verdicts from verdicts.txt. With
SANITIZER_ONLY=1 only prints the sanitizer's words. usage: verdicts.py [--recorded] [PROGRAM.cu...]
"""
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent.parent
program = os.environ.get("SYNCSTEP", str(root / "build" / "syncstep"))
tools = {"racecheck": ["race"], "memcheck": ["out-of-bounds", "launch-error", "crash"],
         "synccheck": ["divergent-barrier", "deadlock"]}
known = {}


def tool(name):
    return shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")


def sanitizer(source, folder):
    """Which tools complain."""
    executable = f"{folder}/{source.parent.name}-{source.stem}"
    subprocess.run([tool("nvcc"), "-arch=native", "-lineinfo", "-w", str(source), "-o", executable],
                   check=True)
    found = {}
    for name in tools:
        command = [tool("compute-sanitizer"), "--tool", name, "--error-exitcode", "99", executable]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        found[name] = run.returncode == 99
    return found


def recorded(source):
    found = dict.fromkeys(tools, False)
    for line in (pathlib.Path(__file__).resolve().parent / "verdicts.txt").read_text().splitlines():
        words = line.split()
        if words and words[0] == source.stem:
            found.update(dict.fromkeys(words[1:], True))
    return found


def ours(source):
    run = subprocess.run([program, "check", "--json", "--backend", "emulator", str(source)],
                         stdout=subprocess.PIPE, text=True)
    faults = [d for d in json.loads(run.stdout)["diagnostics"] if d["severity"] != "note"]
    shared = {race["array"] for launch in json.loads(run.stdout)["launches"]
              for race in launch["races"] if race["space"] == "shared"}
    return {name: any(d["kind"] in kinds and (name != "racecheck" or d["array"] in shared)
                      for d in faults)
            for name, kinds in tools.items()}


def main():
    from_table = "--recorded" in sys.argv
    names = [word for word in sys.argv[1:] if not word.startswith("-")]
    if not from_table and (not tool("nvcc") or not tool("compute-sanitizer") or subprocess.run(
            ["nvidia-smi", "-L"], stdout=subprocess.DEVNULL).returncode):
        print("no GPU, nvcc or compute-sanitizer here")
        return 77
    sources = [pathlib.Path(p).resolve() for p in names] or sorted(
        root.glob("kernels/*.cu")) + sorted(root.glob("kernels/broken/*.cu"))
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(8) as pool:
        for source, theirs in zip(sources, pool.map(
                lambda s: recorded(s) if from_table else sanitizer(s, folder), sources)):
            print(source.stem, " ".join(name for name in tools if theirs[name]) or "clean")
            if os.environ.get("SANITIZER_ONLY"):
                continue
            mine = ours(source)
            for name in tools:
                if mine[name] != theirs[name] and (source.stem, name) not in known:
                    print(f"FAILED {source.stem} {name}: ours {mine[name]}, its {theirs[name]}")
                    failed += 1
    return 1 if failed else 0


sys.exit(main())
