#!/usr/bin/env python3
"""output.py EMULATOR.npz GPU.npz: did the program end the same way and print the same?

Numbers and the device's name may differ (times, clocks, properties of the device): every other
character may not. Lines whose numbers differ are listed; they are for a person to judge."""
import json, re, sys, zipfile

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+)")


def run(path):
    meta = json.loads(zipfile.ZipFile(path).read("meta.json"))
    name = (meta.get("device") or {}).get("name") or "\0"
    lines = meta.get("stdout", "").replace(name, "<device>").splitlines()
    return meta.get("exit_status"), lines


def main():
    (status, one), (other, two) = run(sys.argv[1]), run(sys.argv[2])
    bad = 0
    if status != other:
        print("  exit status %s and %s" % (status, other))
        bad = 1
    if len(one) != len(two):
        print("  %d lines of output and %d" % (len(one), len(two)))
        bad = 1
    same = 0
    for a, b in zip(one, two):
        same += a == b
        if a == b:
            continue
        words = NUMBER.sub("#", a) == NUMBER.sub("#", b)
        print("  %s: %s | %s" % ("other numbers" if words else "OTHER WORDS", a.strip(), b.strip()))
        bad |= not words
    print("  output: %d of %d lines are the same to the letter" % (same, len(one)))
    return bad


sys.exit(main())
