#!/usr/bin/env python3
"""Programs with planted faults and correct look-alikes: check finds the first and not the second.

Each program in tests/programs/faults/ says in its opening comments what is expected:

    // expect: none
    // expect: KIND SEVERITY ARRAY LINES

KIND may be several, separated by |; a ? behind it allows the finding without asking for it;
* matches anything, - nothing. LINES are the line of the finding or, for a race, both of them.
"// advice: WORDS" asks for words in the advice of some finding, "// says: WORDS" for words anywhere
in one, "// never: WORDS" for none with them, "// first: WORDS" for words in the first one,
"// findings: N" for so many in all.
Whatever else is found is a false accusation. usage: faults.py [NAME...]
"""
import json
import os
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
program = os.environ.get("SYNCSTEP", str(here.parent.parent / "build" / "syncstep"))


# The gallery has no comments that would give it away.
gallery = {
    "missing_barrier": ["race error shared 41,41", "race warning shared 41,41"],
    "barrier_in_branch": ["divergent-barrier error - 19,22", "divergent-barrier? warning - 22"],
    "last_warp_unsynchronised": ["race warning shared 26,26"],
    "shared_past_end": ["out-of-bounds error shared 18", "uninitialised-read? warning * 18"],
    "global_past_end": ["out-of-bounds error a 14", "out-of-bounds error b 14",
                        "out-of-bounds error c 14"],
    "slots_nobody_wrote": ["uninitialised-read warning shared 21"],
    "not_a_power_of_two": ["unread-slot note shared 19"],
    "output_not_cleared": [],
    "sum_too_large": ["integer-overflow warning - 24", "integer-overflow? warning - 18"],
    "too_many_threads": ["launch-error error - 27"],
    "dynamic_memory_not_passed": ["out-of-bounds error shared 14", "out-of-bounds error shared 16"],
}


def expectations(path):
    rows = []
    if path.parent.name == "broken":
        lines = ["// expect: " + row for row in gallery[path.stem]]
    else:
        lines = path.read_text().splitlines()
    for line in lines:
        if line.startswith("// expect: ") and line != "// expect: none":
            kind, severity, array, lines = line.split()[2:]
            rows.append((kind.rstrip("?").split("|"), severity, array, lines, kind.endswith("?")))
    return rows


def fits(row, found):
    kinds, severity, array, lines, _ = row
    at = found.get("lines") or [found["line"]]
    place = ",".join(str(n) for n in sorted(n or 0 for n in at))
    return (found["kind"] in kinds and severity in ("*", found["severity"])
            and (array == "*" or (array == "-" and not found["array"]) or array == found["array"])
            and lines in ("*", place))


def judge(path):
    run = subprocess.run([program, "check", "--json", "--timeout", "8", str(path)],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        found = json.loads(run.stdout)["diagnostics"]
    except (json.JSONDecodeError, KeyError):
        return [f"no report: status {run.returncode}: {run.stderr.strip()[:300]}"]
    rows, wrong = expectations(path), []
    for row in rows:
        if not row[4] and not any(fits(row, f) for f in found):
            wrong.append("not found: %s %s %s %s" % ("|".join(row[0]), *row[1:4]))
    words = " ".join(" ".join(f[key] or "" for key in ("message", "explanation", "also", "advice")) for f in found)
    for line in path.read_text().splitlines():
        if line.startswith("// says: ") and line[9:] not in words:
            wrong.append("not said: " + line[9:])
        if line.startswith("// first: ") and (not found or line[10:] not in found[0]["message"]):
            wrong.append("not first: " + line[10:])
        if line.startswith("// findings: ") and len(found) != int(line[13:]):
            wrong.append(f"{len(found)} findings, not {line[13:]}")
        if line.startswith("// never: ") and line[10:] in words:
            wrong.append("said: " + line[10:])
    for f in found:
        if not any(fits(row, f) for row in rows):
            wrong.append("accused: %s %s %s %s: %s" % (f["kind"], f["severity"], f["array"],
                                                       f.get("lines") or f["line"], f["message"]))
    for line in path.read_text().splitlines():
        words = line[11:] if line.startswith("// advice: ") else ""
        if words and not any(words in f["advice"] for f in found):
            wrong.append("no such advice: " + words)
    status = 1 if any(f["severity"] in ("error", "warning") for f in found) else 0
    if run.returncode != status:
        wrong.append(f"exit status {run.returncode}, not {status}")
    return wrong


def main():
    failed = 0
    names = sys.argv[1:]
    broken = here.parent.parent / "kernels" / "broken"
    for path in sorted((here / "faults").glob("*.cu")) + sorted(broken.glob("*.cu")):
        if names and path.stem not in names:
            continue
        wrong = judge(path)
        print(("FAILED " if wrong else "ok     ") + path.stem)
        for line in wrong:
            print("       " + line)
        failed += bool(wrong)
    return 1 if failed else 0


sys.exit(main())
