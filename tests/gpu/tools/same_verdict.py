#!/usr/bin/env python3
"""same_verdict.py SYNCSTEP EMULATOR.npz GPU.npz [--wrong]: does `check` find the same races in both?

--wrong: there must be one, else there must be none. A race is its severity, space, arrays and lines; how
often it was met and by which threads first depends on what ran when. Of both traces also: the values of
atomics on shared memory are kept for the same lines; and what a slot holds at the end of a round in which
only atomics touched it, one of them has left there (not without numpy)."""
import collections, json, os, subprocess, sys

try:
    import numpy
except ImportError:
    numpy = None

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../assets"))
if numpy:
    import read_trace

ATOMIC, SHARED = 2, 0


def races(tool, path):
    done = subprocess.run([*tool.split(), "check", "--json", path], capture_output=True, text=True)
    found = json.loads(done.stdout)
    return {(r["severity"], r["space"], r["array"].split("[")[0], tuple(sorted(r["lines"])))
            for launch in found["launches"] for r in launch["races"]}


def snapshots(trace, launch, arrays):
    """By array: its bytes [block][round][byte]. The k-th array of a name is NAME#k."""
    seen, out = collections.Counter(), []
    for array in arrays:
        seen[array["name"]] += 1
        key = "launch%d.snapshot.%s" % (launch, array["name"])
        key += "#%d" % seen[array["name"]] if seen[array["name"]] > 1 else ""
        data = trace[key] if key in trace.files else None
        out.append(None if data is None else
                   numpy.ascontiguousarray(data).view(numpy.uint8).reshape(*data.shape[:2], -1))
    return out


def values(path):
    """Lanes of atomics on shared memory with a value by line, and what contradicts the snapshots."""
    trace = numpy.load(path)
    meta = json.loads(trace["meta.json"])
    kept, wrong, checked = collections.Counter(), [], 0
    for launch, info in enumerate(meta["launches"]):
        ends = snapshots(trace, launch, info["arrays"])
        places = [int(b) for b in trace["launch%d.blocks" % launch]]
        touched = collections.defaultdict(list)
        for block, r, _, shape, lanes, offsets, left in read_trace.requests(trace, launch):
            if shape["kind"] > ATOMIC or shape["space"] != SHARED or shape["object"] >= len(ends):
                continue
            line = meta["sites"][shape["site"]]["line"]
            atomic = shape["kind"] == ATOMIC
            if atomic and left:
                kept[line] += len(lanes)
            for i, offset in enumerate(offsets):
                touched[block, r, shape["object"], offset].append(left[i] if atomic and left else None)
        for (block, r, array, offset), all_left in touched.items():
            if None in all_left or ends[array] is None:
                continue
            checked += 1
            width = len(all_left[0])
            held = ends[array][places.index(block), r, offset:offset + width].tobytes()
            if held not in all_left:
                wrong.append("%s: round %d: %s+%d holds what no atomic left there"
                             % (info["kernel"], r, info["arrays"][array]["name"], offset))
    return kept, wrong, checked


def main():
    must = "--wrong" in sys.argv
    tool, first, second = [word for word in sys.argv[1:] if word not in ("--wrong", "-v")]
    one, two = races(tool, first), races(tool, second)
    bad = one != two or bool(one) != must
    if one != two:
        print("  only in the emulator's:", sorted(one - two), "only in the GPU's:", sorted(two - one))
    if bool(one) != must:
        print("  the emulator's trace has %d races" % len(one))
    if not numpy:
        return 1 if bad else 0
    (kept, wrong, checked), (other, bad_too, also) = values(first), values(second)
    for problem in wrong[:5] + bad_too[:5]:
        print("  " + problem)
    bad = bad or set(kept) != set(other)
    if "-v" in sys.argv or set(kept) != set(other):
        print("  values of atomics by line: %s and %s; %d and %d slots checked"
              % (dict(kept), dict(other), checked, also))
    return 1 if bad or wrong or bad_too else 0


sys.exit(main())
