#!/usr/bin/env python3
"""What requests of real programs cost: each .cu file in requests/ lists it.

    // counts LINE KEY VALUE    of the first launch, as in report --json
"""
import json
import os
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
program = os.environ.get("SYNCSTEP", str(here.parent.parent / "build" / "syncstep"))
failed = 0
for path in sorted((here / "requests").glob("*.cu")):
    run = subprocess.run([program, "report", "--json", str(path)], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True, timeout=120)
    lines = {row["line"]: row for row in json.loads(run.stdout)["launches"][0]["lines"]}
    for text in path.read_text().splitlines():
        words = text.split()
        if words[:2] != ["//", "counts"] or not words[2].isdigit():
            continue
        found = lines.get(int(words[2]), {}).get(words[3])
        if found != int(words[4]):
            print(f"FAIL {path.name}:{words[2]}: {words[3]} is {found}, not {words[4]}")
            failed = 1
if not failed:
    print("requests: all as expected")
sys.exit(failed)
