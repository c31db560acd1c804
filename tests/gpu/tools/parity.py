#!/usr/bin/env python3
"""parity.py SYNCSTEP EMULATOR.npz GPU.npz...: do two back ends agree about a program?

Rounds of every recorded block, every written slot of every snapshot (integers exactly, floats within
1e-5 of their size: the order of operations differs), and the accesses of every line: their number
or, where a structure is copied, which -G code does member by member, their bytes. With
--last-block-differs one block may do more than the others, in each run another one."""
import json, math, struct, subprocess, sys, zipfile

import traces

FORMATS = {"i": {1: "b", 2: "h", 4: "i", 8: "q"}, "u": {1: "B", 2: "H", 4: "I", 8: "Q"},
           "f": {2: "e", 4: "f", 8: "d"}, "b": {1: "?"}}


def load(data):
    assert data[:6] == b"\x93NUMPY"
    length = struct.unpack("<H", data[8:10])[0] if data[6] == 1 else struct.unpack("<I", data[8:12])[0]
    start = (10 if data[6] == 1 else 12)
    head = eval(data[start:start + length], {"__builtins__": {}}, {"True": True, "False": False})
    body = data[start + length:]
    if not isinstance(head["descr"], str):  # structures: their members one after another
        return structures(head, body)
    kind, size = head["descr"][1], int(head["descr"][2:])
    if kind not in FORMATS:
        return head["shape"], None
    count = len(body) // size if size else 0
    return head["shape"], struct.unpack("<%d%s" % (count, FORMATS[kind][size]), body[:count * size])


def members(descr):
    """Formats of a structure's members; padding is "x"."""
    for name, kind, *shape in descr:
        count = math.prod(shape[0]) if shape else 1
        if not isinstance(kind, str):
            yield from list(members(kind)) * count
        elif kind[1] == "V" or not name:
            yield "%dx" % (int(kind[2:]) * count)
        else:
            yield from [FORMATS[kind[1]][int(kind[2:])]] * count


def structures(head, body):
    """A tuple for each element."""
    return head["shape"], list(struct.iter_unpack("<" + "".join(members(head["descr"])), body))


class Trace:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path)
        self.names = {n[:-4]: n for n in self.zip.namelist() if n.endswith(".npy")}

    def array(self, name):
        return load(self.zip.read(self.names[name])) if name in self.names else (None, None)

    def snapshots(self):
        return sorted(n for n in self.names if ".snapshot." in n)


def equal(a, b):
    if isinstance(a, float):
        return (math.isnan(a) and math.isnan(b)) or math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-5)
    return a == b


def comparable(one, two, launch, shape):
    """Which (block, round) both runs must agree about: all; with --last-block-differs, of a block that
    did more in one run than in the other only the rounds before it learnt that."""
    _, a = one.array("launch%s.rounds" % launch)
    _, b = two.array("launch%s.rounds" % launch)
    for block in range(shape[0]):
        same = a[block] == b[block]
        for r in range(shape[1]):
            if same or not LAST_DIFFERS or r + 2 < min(a[block], b[block]):
                yield block, r


def compare_snapshots(one, two, say):
    for name in sorted(set(one.snapshots()) | set(two.snapshots())):
        (shape, a), (shape_b, b) = one.array(name), two.array(name)
        if shape is None or shape_b is None:
            say("%s: only in one of them" % name)
            continue
        if shape != shape_b:
            say("%s: shapes %s and %s" % (name, shape, shape_b))
            continue
        wa, wb = (t.array(name.replace(".snapshot.", ".written."))[1] for t in (one, two))
        if a is None:
            continue
        slots = math.prod(shape[2:])
        bad = [i for block, r in comparable(one, two, name[6:name.index(".")], shape)
               for i in range((block * shape[1] + r) * slots, (block * shape[1] + r + 1) * slots)
               if wa[i] != wb[i] or (wa[i] and not equal(a[i], b[i]))]
        if bad:
            i = bad[0]
            say("%s: %d of %d slots differ; flat %d: %r (written %d) and %r (written %d)"
                % (name, len(bad), len(a), i, a[i], wa[i], b[i], wb[i]))


def lines(report):
    keys = ("global_load_accesses", "global_store_accesses", "global_atomic_accesses",
            "shared_load_accesses", "shared_store_accesses", "shared_atomic_accesses")
    out = {}
    for i, launch in enumerate(report["launches"]):
        for line in launch["lines"]:
            out[(i, line["file"], line["line"])] = {k: line.get(k) for k in line
                                                    if "accesses" in k}
    return out


def same_bytes(first, second, key):
    launch, _, line = key
    one, two = (traces.bytes_by_line(path, launch).get(line) for path in (first, second))
    return one is not None and one == two


def report(tool, path):
    done = subprocess.run([*tool.split(), "report", "--json", path], capture_output=True, text=True)
    return json.loads(done.stdout)


LAST_DIFFERS = "--last-block-differs" in sys.argv


def main():
    tool, first, second = [word for word in sys.argv[1:] if word != "--last-block-differs"][:3]
    problems = []
    one, two = Trace(first), Trace(second)
    a, b = report(tool, first), report(tool, second)
    if len(a["launches"]) != len(b["launches"]):
        problems.append("launches %d and %d" % (len(a["launches"]), len(b["launches"])))
    for i, (x, y) in enumerate(zip(a["launches"], b["launches"])):
        for key in ("kernel", "grid", "block", "rounds"):
            if x[key] != y[key]:
                problems.append("launch %d: %s %s and %s" % (i, key, x[key], y[key]))
        rounds = [list(t.array("launch%d.rounds" % i)[1] or ()) for t in (one, two)]
        if LAST_DIFFERS:
            rounds = [sorted(r) for r in rounds]
        if rounds[0] != rounds[1]:
            problems.append("launch %d: rounds of its blocks differ" % i)
    compare_snapshots(one, two, problems.append)
    la, lb = lines(a), lines(b)
    for key in sorted(set(la) | set(lb)):
        if la.get(key) != lb.get(key) and not same_bytes(first, second, key):
            problems.append("line %s: %s and %s" % (key[2], la.get(key), lb.get(key)))
    for problem in problems:
        print("  " + problem)
    return 1 if problems else 0


sys.exit(main())
