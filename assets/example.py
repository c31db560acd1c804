#!/usr/bin/env python3
"""A trace in NumPy, cell by cell (open it as a notebook, or run it):

    syncstep record kernels/cubes_tree.cu -o tree.npz
    python3 assets/example.py tree.npz
"""

# %% A trace is a ZIP of arrays and one JSON file.
import json
import sys
import zipfile

import numpy

path = sys.argv[1] if len(sys.argv) > 1 else "tree.npz"
trace = numpy.load(path)
meta = json.loads(zipfile.ZipFile(path).read("meta.json"))
print("arrays:", ", ".join(name for name in trace.files if "snapshot" in name))

# %% Shared memory: [recorded block, round, slot], at the end of each round.
name = next(name for name in trace.files if ".snapshot." in name)
shared = trace[name]
written = trace[name.replace(".snapshot.", ".written.")]
print(f"{name}: {shared.shape} of {shared.dtype}")

# %% How slot 0 of block 0 grows, and how many slots each round changed.
first = shared[0].reshape(shared.shape[1], -1)
for number, values in enumerate(first):
    before = first[number - 1] if number else numpy.zeros_like(values)
    print(f"round {number}: slot 0 = {values[0]}, {int((values != before).sum())} slots changed")

# %% Slots that nobody ever wrote.
print("never written:", int((written[0, -1] == 0).sum()), "of", written[0, -1].size)
