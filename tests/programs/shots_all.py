#!/usr/bin/env python3
"""Pictures of every round of every shipped recording in every picture view: none fails, none is
empty, nothing touches a border, no sentence is cut at 80 x 24. usage: shots_all.py [--all]

With --all (minutes) also every round of every stage of every lesson, run on the emulator, and a
png and an svg of each stage. The last line counts."""
import glob
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
SYNCSTEP = os.environ.get("SYNCSTEP", "build/syncstep")
PICTURES = "tree access banks blocks source".split()
LISTS = "ladder output device notes".split()
LINES = "─│┌┐└┘├┤┬┴┼"
LEAST_PAGES = 100 # each shipped recording has at least a page in each picture view
failures = []
pages = 0
files = 0


def fail(what):
    failures.append(what)
    print("FAIL " + what, flush=True)


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
               if not unicodedata.combining(c))


def shot(*arguments):
    run = subprocess.run([SYNCSTEP, "shot", *arguments], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, timeout=300)
    if run.returncode != 0:
        fail("%s: status %d: %s" % (" ".join(arguments), run.returncode,
                                    run.stderr.decode(errors="replace").strip()))
        return None
    return run.stdout.decode()


def check_page(page, columns, rows, what):
    global pages
    pages += 1
    lines = page.split("\n")
    if len(lines) != rows:
        fail("%s: %d lines" % (what, len(lines)))
        return
    if not any(line.strip() for line in lines[1 if rows < 14 else 3:rows - 5]):
        fail("%s: an empty picture" % what)
    for number, line in enumerate(lines):
        if width(line) > columns:
            fail("%s: line %d is %d wide" % (what, number, width(line)))
        if width(line) == columns and line[-1] not in LINES:
            fail("%s: line %d touches the edge: %s" % (what, number, line))
        if re.search(r"\w│|│\w", line):
            fail("%s: line %d touches a line: %s" % (what, number, line))
    if columns == 80 and rows == 24 and any("…" in line for line in lines[20:22]):
        fail("%s: a sentence is cut: %s" % (what, " / ".join(lines[20:22])))


def check(what, views, sizes):
    for view in views:
        for columns, rows in sizes:
            size = "%dx%d" % (columns, rows)
            rounds = ["--rounds", "0-9999"] if view in PICTURES else []
            text = shot(what, "--view", view, *rounds, "--size", size)
            if text is None:
                continue
            for number, page in enumerate(text.rstrip("\n").split("\f")):
                check_page(page.strip("\n") if rounds else page, columns, rows,
                           "%s %s %s page %d" % (what, view, size, number))


def check_file(what, path, start):
    global files
    if shot(what, "-o", path) is None:
        return
    files += 1
    with open(path, "rb") as file:
        data = file.read()
    if not data.startswith(start) or len(data) < 2000:
        fail("%s: %s has %d bytes" % (what, path, len(data)))


def stages():
    for lesson in sorted(glob.glob("assets/lessons/*.ini")):
        with open(lesson) as file:
            for name in re.findall(r"^\[stage (.*)\]", file.read(), re.MULTILINE):
                yield name


def main():
    everything = "--all" in sys.argv[1:]
    for trace in sorted(glob.glob("assets/traces/*.npz")):
        check(trace, PICTURES, [(80, 24)])
    if everything:
        for trace in sorted(glob.glob("assets/traces/*.npz")):
            check(trace, LISTS, [(80, 24)])
            check(trace, PICTURES + LISTS, [(40, 10), (160, 45), (300, 100)])
        with tempfile.TemporaryDirectory() as work:
            for stage in stages():
                check(stage, PICTURES + LISTS, [(80, 24)])
                check_file(stage, work + "/stage.png", b"\x89PNG")
                check_file(stage, work + "/stage.svg", b"<?xml")
    if pages < LEAST_PAGES:
        fail("only %d screens: are the recordings there?" % pages)
    print("%d screens, %d pictures, %d failures" % (pages, files, len(failures)))
    return 1 if failures else 0


sys.exit(main())
