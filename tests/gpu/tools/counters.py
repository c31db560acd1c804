#!/usr/bin/env python3
"""counters.py SYNCSTEP TRACE.npz NCU.csv: does the analysis count what the hardware counts?

Requests, sectors and wavefronts of shared stores exactly; of shared loads within 1.5 % (the
counter itself is noisy; two more or less are always allowed). Where ptxas joined shared accesses,
the trace says so of the lines; that launch's shared accesses are then told and not judged. If the
machine executed another number of shared instructions and no line is marked, that is a failure."""
import csv, json, subprocess, sys

PAIRS = (("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "global_load_requests"),
         ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "global_load_sectors"),
         ("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "global_store_requests"),
         ("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "global_store_sectors"),
         ("smsp__sass_inst_executed_op_shared_st.sum", "shared_store_requests"),
         ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "shared_store_wavefronts"))
LOADS = ("smsp__sass_inst_executed_op_shared_ld.sum", "shared_load_requests")
WAVES = ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "shared_load_wavefronts")


def compare(number, counted, launch):
    """What differs, and what was left out, as (is an error, sentence)."""
    totals, said = launch["totals"], []
    joined = sorted({"%d" % line["line"] for line in launch["lines"] if line["joined_by_ptxas"]}, key=int)
    for metric, key in PAIRS:
        if metric in counted and counted[metric] != totals[key]:
            said.append((not (joined and key.startswith("shared_store")), "launch %d %s: %s: hardware %d, analysis %d"
                         % (number, launch["kernel"], key, counted[metric], totals[key])))
    same = counted.get(LOADS[0]) == totals[LOADS[1]]
    far = abs(counted[WAVES[0]] - totals[WAVES[1]]) > max(0.015 * counted[WAVES[0]], 2)
    if joined:
        said.append((False, "launch %d %s: ptxas joined shared accesses of line %s (marked): %d load instructions for %d requests, not compared"
                     % (number, launch["kernel"], ", ".join(joined), counted.get(LOADS[0], -1), totals[LOADS[1]])))
    elif not same or far:
        said.append((True, "launch %d %s: shared loads: hardware %d instructions, %d wavefronts; analysis %d, %d"
                     % (number, launch["kernel"], counted.get(LOADS[0], -1), counted[WAVES[0]], totals[LOADS[1]], totals[WAVES[1]])))
    return said


def main():
    tool, trace, table = sys.argv[1:4]
    report = json.loads(subprocess.run([*tool.split(), "report", "--json", trace], capture_output=True, text=True).stdout)
    launches, bad, quiet = {}, 0, 0
    with open(table) as file:
        for row in csv.DictReader(line for line in file if line.startswith('"')):
            launches.setdefault(int(row["ID"]), {})[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
    if len(launches) != len(report["launches"]) or not launches:
        print("the counters have %d launches, the trace %d" % (len(launches), len(report["launches"])))
        bad = 1
    for (number, counted), launch in zip(sorted(launches.items()), report["launches"]):
        if not launch["complete"]:
            print("launch %d %s: not all of it was recorded" % (number, launch["kernel"]))
            bad = 1
            continue
        said = compare(number, counted, launch)
        bad |= any(error for error, _ in said)
        quiet += not said
        for _, sentence in said:
            print(sentence)
    print("%d of %d launches equal throughout" % (quiet, len(launches)))
    return bad


sys.exit(main())
