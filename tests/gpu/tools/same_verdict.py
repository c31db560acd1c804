#!/usr/bin/env python3
"""same_verdict.py SYNCSTEP EMULATOR.npz GPU.npz [--wrong]: does `check` find the same races in both?

--wrong: there must be one, else there must be none. A race is its severity, space, arrays and lines; how
often it was met and by which threads first depends on what ran when. Also compared, where both traces
kept them: the values that atomics left in shared memory, by line, as sets."""
import json, subprocess, sys


def races(tool, path):
    done = subprocess.run([*tool.split(), "check", "--json", path], capture_output=True, text=True)
    found = json.loads(done.stdout)
    return {(r["severity"], r["space"], r["array"].split("[")[0], tuple(sorted(r["lines"])))
            for launch in found["launches"] for r in launch["races"]}


def main():
    wrong = "--wrong" in sys.argv
    tool, first, second = [word for word in sys.argv[1:] if word != "--wrong"]
    one, two = races(tool, first), races(tool, second)
    if one != two:
        print("  only in the emulator's:", sorted(one - two), "only in the GPU's:", sorted(two - one))
    if bool(one) != wrong:
        print("  the emulator's trace has %d races" % len(one))
    return 1 if one != two or bool(one) != wrong else 0


sys.exit(main())
