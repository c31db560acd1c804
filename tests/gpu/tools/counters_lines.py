#!/usr/bin/env python3
"""counters_lines.py SYNCSTEP TRACE.npz LAUNCH SOURCE.csv [IDC]: a launch line by line.

For launches whose sums say little: ptxas joined accesses, threads wait by reading, atomics on shared
memory became loops, constants became operands. Each line of the person's file is compared with what
Nsight Compute counted for its instructions (--section SourceCounters --page source --print-source
cuda,sass), loads and stores apart: lanes, requests and sectors of global memory, lanes, requests and
wavefronts of shared memory, lanes of constant memory; exactly, but where an instruction was
predicated its warps are known within bounds only. Nsight Compute shows an instruction at all the
lines it was inlined through: such lines are compared together. Left out, with the reason, are
accesses that are marked as joined by ptxas; volatile and acquiring reads (as many as it takes);
atomics on shared memory (ptxas makes some a loop of loads); the same lanes in more requests where
threads wait by polling (those of a warp leave such a loop at different times when accesses are
logged); what stands in a header's lines; and
constants that are operands of other instructions. IDC: requests of the launch to the constant
cache: those of the lines and one for each LDC of a kernel's parameters."""
import collections, csv, os, sys

import traces

EXECUTED, ACTIVE, LANES = ("Instructions Executed", "Thread Instructions Executed",
                           "Predicated-On Thread Instructions Executed")
SHARED, SECTORS = "L1 Wavefronts Shared", "L2 Theoretical Sectors Global"
KINDS = {"LDG": ("global_load",), "LD": ("global_load",), "STG": ("global_store",), "ST": ("global_store",),
         "LDS": ("shared_load",), "STS": ("shared_store",), "LDGSTS": ("global_load", "shared_store"),
         "LDC": ("constant_load",)}
COSTS = {"global_load": "sectors", "global_store": "sectors", "shared_load": "wavefronts",
         "shared_store": "wavefronts", "constant_load": "passes"}
PIECE = 8  # bytes that an LDC reads at most


class Instruction:
    def __init__(self, text, row, columns):
        number = lambda name: int(row[columns[name]].replace(",", "") or 0) if name in columns else 0
        words = text.split()
        words = words[1:] if words and words[0].startswith("@") else words
        self.opcode = (words or [""])[0].split(".")
        self.most, self.lanes = number(EXECUTED), number(LANES)  # warps, at most; lanes
        self.least = self.most if self.lanes == number(ACTIVE) else (self.lanes + 31) // 32
        self.cost = {SHARED: number(SHARED), SECTORS: number(SECTORS)}
        if self.opcode[0] in ("LD", "ST") and not self.cost[SECTORS]:  # generic: this one is shared memory's
            self.opcode[0] += "S"
        self.parameter = self.opcode[0] == "LDC" and "c[0x3]" not in text
        self.kinds = () if self.parameter else KINDS.get(self.opcode[0], ())
        self.lines = set()  # of the person's file


def read_instructions(path, program):
    """All instructions of the launch."""
    found, file, columns, line = {}, "", None, 0
    with open(path) as text:
        for row in csv.reader(t for t in text if t.startswith('"')):
            if row[0] == "File Path":
                file = os.path.basename(row[1])
            elif row[0] == "Line No":
                columns = {name: at for at, name in enumerate(row)}
            elif row[0] == "Function Name":
                columns = None  # another table
            elif columns and row[0]:
                line = int(row[0])
            elif columns and row[2].startswith("0x"):
                one = found.setdefault(row[2], Instruction(row[3], row, columns))
                if file == program:
                    one.lines.add(line)
    return list(found.values())


def group_lines(instructions, lines):
    """Sets of lines, apart unless an instruction stands at several."""
    groups = {line: {line} for line in lines}
    for one in instructions:
        merged = set().union(*(groups.setdefault(line, {line}) for line in one.lines)) if one.kinds else ()
        for line in merged:
            groups[line] = merged
    return sorted({frozenset(group) for group in groups.values()}, key=min)


class Launch:
    def __init__(self, number, launch, instructions, shapes):
        self.number, self.launch, self.instructions, self.shapes = number, launch, instructions, shapes
        self.ours = {line["line"]: line for line in launch["lines"]}
        self.left, self.bad, self.same = collections.defaultdict(set), [], 0
        self.passes, self.whole = 0, True  # of constant memory
        # Do threads poll, themselves or in a barrier that is an object?
        self.waits = any(shape["kind"] in (traces.ARRIVE, traces.WAIT) or
                         shape["kind"] == traces.LOAD and shape["flags"] & traces.VOLATILE for shape in shapes)

    def sums(self, group, kind):
        rows = [self.ours[line] for line in group if line in self.ours]
        return [sum(row["%s_%s" % (kind, what)] for row in rows) for what in ("accesses", "requests", COSTS[kind])]

    def has(self, group, **what):
        return any(shape["line"] in group and all(shape[key] == value for key, value in what.items())
                   for shape in self.shapes)

    def reason(self, group, kind, ours, theirs, lanes, most):
        """Why these lines' figures need not be equal, or ""."""
        shared = kind.startswith("shared")
        if shared and any(self.ours.get(line, {}).get("joined_by_ptxas") for line in group):
            return "joined by ptxas"
        if kind.endswith("load") and any(shape["line"] in group and shape["kind"] == traces.LOAD and
                                         shape["flags"] & traces.VOLATILE for shape in self.shapes):
            return "read as often as it takes"
        if shared and self.has(group, kind=traces.ATOMIC, space=traces.SHARED):
            return "atomics on shared memory"
        if kind == "constant_load" and sum(one.lanes for one in theirs) < ours[0]:
            return "constants that are operands, or joined by ptxas"
        if self.waits and lanes == ours[0] and ours[1] > most:
            return "lanes that came apart where they waited"
        elsewhere = sum(one.lanes for one in self.instructions if kind in one.kinds and not one.lines)
        return "in a header's lines" if not theirs and elsewhere >= ours[0] else ""

    def pieces(self, group):
        """LDCs that a read of constant memory on these lines is made of; 0: they differ."""
        pieces = {max(1, shape["width"] // PIECE) for shape in self.shapes
                  if shape["line"] in group and shape["space"] == traces.CONSTANT}
        return pieces.pop() if len(pieces) == 1 else len(pieces) == 0

    def compare(self, group, kind):
        theirs = [one for one in self.instructions if kind in one.kinds and one.lines & group]
        ours, pieces = self.sums(group, kind), 1
        lanes, least, most = (sum(getattr(one, name) for one in theirs) for name in ("lanes", "least", "most"))
        cost = sum(one.cost[SHARED if kind.startswith("shared") else SECTORS] for one in theirs)
        if kind == "constant_load":
            pieces, cost = self.pieces(group), ours[2]
        if lanes == ours[0] * pieces and least <= ours[1] * pieces <= most and cost == ours[2]:
            self.same += len(group) if ours[0] else 0
            self.passes += ours[2] if kind == "constant_load" else 0
            return
        why = self.reason(group, kind, ours, theirs, lanes, most)
        if why:
            self.left[why] |= group
            self.whole = self.whole and (kind != "constant_load" or lanes == 0)
            return
        self.bad.append("line %s: %ss: hardware %d lanes, %d to %d instructions, %d %s; analysis %d, %d, %d" % (
            ", ".join(map(str, sorted(group))), kind.replace("_", " "), lanes, least, most, cost, COSTS[kind], *ours))

    def compare_cache(self, idc):
        """The sum of what reads constant memory."""
        own = [one for one in self.instructions if one.parameter]
        least, most = (sum(getattr(one, name) for one in own) for name in ("least", "most"))
        if not self.whole or not self.launch["totals"]["constant_load_requests"]:
            return
        if not self.passes + least <= idc <= self.passes + most:
            self.bad.append("constant cache: hardware %d requests; analysis %d, and %d to %d LDC of parameters"
                            % (idc, self.passes, least, most))
        else:
            print("launch %s constant cache: %d requests, %d passes and %d LDC of parameters: equal"
                  % (self.number, idc, self.passes, idc - self.passes))

    def tell(self):
        for text in self.bad:
            print("launch %s %s" % (self.number, text))
        for why, lines in sorted(self.left.items()):
            print("launch %s left out, %s: line %s" % (self.number, why, ", ".join(map(str, sorted(lines)))))
        if not self.bad:
            print("launch %s by line: %d accesses equal" % (self.number, self.same))
        return 1 if self.bad else 0


def main():
    tool, trace, number, table = sys.argv[1:5]
    report = traces.report(tool, trace)
    instructions = read_instructions(table, os.path.basename(report["program"]))
    if not any(one.lines for one in instructions):
        print("launch %s: no counters by line" % number)
        return 1
    launch = Launch(number, report["launches"][int(number)], instructions, traces.shapes(trace, int(number)))
    for group in group_lines(instructions, launch.ours):
        for kind in COSTS:
            launch.compare(group, kind)
    if len(sys.argv) > 5:
        launch.compare_cache(float(sys.argv[5]))
    return launch.tell()


sys.exit(main())
