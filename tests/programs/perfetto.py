#!/usr/bin/env python3
"""The file for ui.perfetto.dev and chrome://tracing of every shipped recording, checked against the
documented Trace Event Format (JSON object format), and against the block times as csv.
usage: perfetto.py"""
import csv
import glob
import json
import math
import os
import subprocess
import sys
import tempfile

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
SYNCSTEP = os.environ.get("SYNCSTEP", "build/syncstep")
failures = []


def fail(what):
    failures.append(what)
    print("FAIL " + what)


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_time(value):
    return (isinstance(value, (int, float)) and not isinstance(value, bool) and
            math.isfinite(value) and value >= 0)


def strict_object(pairs):
    names = [name for name, _ in pairs]
    if len(names) != len(set(names)):
        fail("a name twice in %s" % names)
    return dict(pairs)


def no_constant(text):
    fail("%s is no JSON" % text)
    return 0


METADATA = {"process_name": ("name", str), "thread_name": ("name", str),
            "process_sort_index": ("sort_index", int), "thread_sort_index": ("sort_index", int)}


def check_metadata(what, event):
    if set(event) != {"ph", "name", "pid", "tid", "args"}:
        fail("%s: fields %s" % (what, sorted(event)))
        return
    if event["name"] not in METADATA:
        fail("%s: no metadata event: %s" % (what, event["name"]))
        return
    field, kind = METADATA[event["name"]]
    if set(event["args"]) != {field} or not isinstance(event["args"][field], kind):
        fail("%s: args %s" % (what, event["args"]))


def check_complete(what, event):
    if set(event) != {"ph", "name", "pid", "tid", "ts", "dur", "args"}:
        fail("%s: fields %s" % (what, sorted(event)))
        return
    if not is_time(event["ts"]) or not is_time(event["dur"]):
        fail("%s: ts %s, dur %s" % (what, event["ts"], event["dur"]))
    if not isinstance(event["name"], str) or not event["name"].startswith("block "):
        fail("%s: name %s" % (what, event["name"]))
    args = event["args"]
    if not isinstance(args, dict) or set(args) != {"kernel", "launch", "clocks", "time"}:
        fail("%s: args %s" % (what, args))


def check_events(what, events):
    """Returns the complete events."""
    names, tracks, complete = {}, {}, []
    for number, event in enumerate(events):
        here = "%s event %d" % (what, number)
        if not isinstance(event, dict) or event.get("ph") not in ("M", "X"):
            fail("%s: ph" % here)
            continue
        if not is_integer(event.get("pid")) or not is_integer(event.get("tid")):
            fail("%s: pid and tid are integers" % here)
            continue
        track = (event["pid"], event["tid"])
        if event["ph"] == "M":
            check_metadata(here, event)
            if (event["name"], track) in names:
                fail("%s: %s twice" % (here, event["name"]))
            names[event["name"], track] = event["args"]
            continue
        check_complete(here, event)
        complete.append(event)
        tracks.setdefault(track, []).append(event)
        if ("thread_name", track) not in names:
            fail("%s: track %s has no name yet" % (here, track))
        if ("process_name", (event["pid"], 0)) not in names:
            fail("%s: process %d has no name yet" % (here, event["pid"]))
    for track, on_it in tracks.items():
        on_it.sort(key=lambda event: event["ts"])
        for before, after in zip(on_it, on_it[1:]):
            if before["ts"] + before["dur"] > after["ts"] + 1e-9:
                fail("%s: two events overlap on %s at %s" % (what, track, after["ts"]))
    return complete


def check(trace, work):
    out = os.path.join(work, "t.json")
    subprocess.run([SYNCSTEP, "export", trace, "--to", "perfetto", "-o", out], check=True)
    subprocess.run([SYNCSTEP, "export", trace, "--to", "csv", "-o", os.path.join(work, "t.csv")],
                   check=True, stdout=subprocess.DEVNULL)
    with open(out, encoding="utf-8", errors="strict") as file:
        top = json.load(file, object_pairs_hook=strict_object, parse_constant=no_constant)
    if set(top) - {"traceEvents", "displayTimeUnit", "otherData"} or "traceEvents" not in top:
        fail("%s: top level %s" % (trace, sorted(top)))
    if top.get("displayTimeUnit") not in ("ms", "ns"):
        fail("%s: displayTimeUnit %s" % (trace, top.get("displayTimeUnit")))
    complete = check_events(trace, top["traceEvents"])
    with open(os.path.join(work, "t.blocks.csv"), newline="") as file:
        rows = list(csv.DictReader(file))
    if len(rows) != len(complete):
        fail("%s: %d blocks, %d events" % (trace, len(rows), len(complete)))
    by_block = {(e["args"]["launch"], e["name"]): e for e in complete}
    for row in rows:
        event = by_block.get((int(row["launch"]), "block " + row["block"]))
        if event is None:
            fail("%s: no event of block %s" % (trace, row["block"]))
            continue
        # microseconds with fractions, exact to the nanosecond
        if (event["pid"] != int(row["sm"]) or
                round(event["dur"] * 1000) != int(row["end"]) - int(row["start"]) or
                event["args"]["clocks"] != int(row["clocks"])):
            fail("%s: block %s: %s against %s" % (trace, row["block"], event, row))
    return len(complete)


def main():
    events = 0
    with tempfile.TemporaryDirectory() as work:
        traces = sorted(glob.glob("assets/traces/*.npz"))
        model = os.path.join(work, "model.npz")
        subprocess.run([SYNCSTEP, "record", "kernels/two_passes.cu", "-o", model], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for trace in traces + [model]:
            events += check(trace, work)
    print("perfetto: %d events of %d traces, %d failures" % (events, len(traces) + 1, len(failures)))
    return 1 if failures else 0


sys.exit(main())
