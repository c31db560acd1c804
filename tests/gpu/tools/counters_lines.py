#!/usr/bin/env python3
"""counters_lines.py SYNCSTEP TRACE.npz LAUNCH SOURCE.csv: shared memory line by line.

For launches of which ptxas joined some lines: the lines that are not marked are compared with what
Nsight Compute counted for the instructions of each line (--section SourceCounters --page source
--print-source cuda,sass): requests and wavefronts of loads and stores, exactly."""
import csv, json, os, subprocess, sys

COLUMNS = ("Instructions Executed", "L1 Wavefronts Shared")


def counted(path, program):
    """{line: {"load": [instructions, wavefronts], "store": [...]}} of the person's file."""
    lines, file, columns, line = {}, "", None, 0
    with open(path) as text:
        for row in csv.reader(t for t in text if t.startswith('"')):
            if row[0] == "File Path":
                file = os.path.basename(row[1])
            elif row[0] == "Line No":
                columns = [row.index(name) for name in COLUMNS]
            elif row[0] == "Function Name":
                columns = None  # another table
            elif columns and row[0]:
                line = int(row[0])
            elif columns and file == program and row[2].startswith("0x"):
                words = row[3].split()
                opcode = words[1] if words and words[0].startswith("@") else (words or [""])[0]
                kind = {"LDS": "load", "STS": "store"}.get(opcode.split(".")[0])
                if kind:
                    sums = lines.setdefault(line, {"load": [0, 0], "store": [0, 0]})[kind]
                    for i in range(2):
                        sums[i] += int(row[columns[i]].replace(",", ""))
    return lines


def main():
    tool, trace, number, table = sys.argv[1:5]
    report = json.loads(subprocess.run([*tool.split(), "report", "--json", trace], capture_output=True, text=True).stdout)
    launch, program, bad, same = report["launches"][int(number)], report["program"], 0, 0
    hardware = counted(table, os.path.basename(program))
    for line in launch["lines"]:
        for kind in ("load", "store"):
            ours = [line["shared_%s_requests" % kind], line["shared_%s_wavefronts" % kind]]
            theirs = hardware.get(line["line"], {}).get(kind, [0, 0])
            if line["joined_by_ptxas"] or ours == theirs:
                same += ours == theirs and ours != [0, 0]
                continue
            bad = 1
            print("launch %s line %d: shared %ss: hardware %d instructions, %d wavefronts; analysis %d, %d"
                  % (number, line["line"], kind, *theirs, *ours))
    if not bad:
        print("launch %s: %d of its other lines' shared accesses equal" % (number, same))
    return bad


sys.exit(main())
