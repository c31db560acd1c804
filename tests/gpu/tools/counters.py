#!/usr/bin/env python3
"""counters.py SYNCSTEP TRACE.npz NCU.csv: does the analysis count what the hardware counts?

Requests, sectors and wavefronts of shared stores exactly; of shared loads within 1.5 % (the
counter itself is noisy), unless ptxas joined loads: then the counter has fewer instructions and the
difference is said, not judged."""
import csv, json, subprocess, sys

PAIRS = (("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "global_load_requests"),
         ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "global_load_sectors"),
         ("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "global_store_requests"),
         ("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "global_store_sectors"),
         ("smsp__sass_inst_executed_op_shared_st.sum", "shared_store_requests"),
         ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "shared_store_wavefronts"))
LOADS = ("smsp__sass_inst_executed_op_shared_ld.sum", "shared_load_requests")
WAVES = ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "shared_load_wavefronts")


def main():
    tool, trace, table = sys.argv[1:4]
    report = json.loads(subprocess.run([*tool.split(), "report", "--json", trace], capture_output=True, text=True).stdout)
    launches = {}
    with open(table) as file:
        for row in csv.DictReader(line for line in file if line.startswith('"')):
            launches.setdefault(int(row["ID"]), {})[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
    bad = 0
    for (number, counted), launch in zip(sorted(launches.items()), report["launches"]):
        if not launch["complete"]:
            print("launch %d: not all of its blocks were recorded (--blocks all)" % number)
            bad = 1
            continue
        for metric, key in PAIRS:
            if metric in counted and counted[metric] != launch["totals"][key]:
                print("launch %d: %s: hardware %d, analysis %d" % (number, key, counted[metric], launch["totals"][key]))
                bad = 1
        if counted.get(LOADS[0]) != launch["totals"][LOADS[1]]:
            print("launch %d: ptxas joined shared loads: %d instructions for %d requests"
                  % (number, counted.get(LOADS[0], -1), launch["totals"][LOADS[1]]))
        elif abs(counted[WAVES[0]] - launch["totals"][WAVES[1]]) > 0.015 * counted[WAVES[0]]:
            print("launch %d: %s: hardware %d, analysis %d" % (number, WAVES[1], counted[WAVES[0]], launch["totals"][WAVES[1]]))
            bad = 1
    return bad


sys.exit(main())
