#!/usr/bin/env python3
"""Reads the requests of a trace (assets/trace-format.md). `python3 read_trace.py T.npz` lists them."""
import itertools, json, sys
import numpy

def requests(T, launch=0):
    """Yields (block, round, warp, shape, lanes, offsets, values) in the file's order. shape: a dict of the
    fields that the table of shapes has; values: `width` bytes per lane, or None where they were not kept."""
    def column(name): return T[f"launch{launch}.{name}"].tolist()
    names = T[f"launch{launch}.shapes"].dtype.names
    shapes = [dict(zip(names, row)) for row in column("shapes")]
    for shape in shapes: shape["lanes"] = [lane for lane in range(32) if shape["mask"] >> lane & 1]
    rows = zip(*(column("requests." + name) for name in ("shape", "warp", "offset", "valued")))
    scattered, counts = iter(column("requests.scattered")), iter(column("requests.count"))
    values, at, last = T[f"launch{launch}.requests.values"].tobytes(), 0, [0] * len(shapes)
    for block, rounds in zip(column("blocks"), column("rounds")):
        for r in range(rounds):
            for number, warp, step, valued in itertools.islice(rows, next(counts)):
                shape, kept = shapes[number], None
                lanes, width, offset = shape["lanes"], shape["width"], last[number] + step
                last[number] = offset
                offsets = [offset + shape["stride"] * (lane - lanes[0]) for lane in lanes]
                if shape["flags"] & 2:
                    for i in range(1, len(lanes)): offsets[i] = offsets[i - 1] + next(scattered)
                if valued:
                    kept = [values[at + i * width:at + (i + 1) * width] for i in range(len(lanes))]
                    at += len(lanes) * width
                yield block, r, warp, shape, lanes, offsets, kept

if __name__ == "__main__":
    T = numpy.load(sys.argv[1])
    meta = json.loads(T["meta.json"])
    kinds = "load store atomic barrier warp-sync shuffle vote fence grid-sync exit arrive wait".split()
    for launch, info in enumerate(meta["launches"]):
        for block, r, warp, shape, lanes, offsets, kept in requests(T, launch):
            names = [a["name"] for a in (info["arrays"] if shape["space"] == 0 else meta["allocations"])] + [""]
            print(f"{info['kernel']} block {block} round {r} warp {warp} line {meta['sites'][shape['site']]['line']}:",
                  kinds[shape["kind"]], names[min(shape["object"], len(names) - 1)], f"{len(lanes)} lanes", offsets[:4])
