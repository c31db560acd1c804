#!/usr/bin/env python3
"""counters.py SYNCSTEP TRACE.npz NCU.csv: does the analysis count what the hardware counts?

Requests and sectors of global memory and instructions of shared memory exactly; wavefronts of shared
stores exactly and of loads within 1.5 % (that counter, l1tex__data_pipe, has some arbitration in
it), or, where it says otherwise, exactly what the counter by instruction (sm__sass_l1tex_data_pipe)
says. Copies past the registers (cp.async, LDGSTS) are stores to shared memory here. Where ptxas
joined shared accesses, the trace says so of the lines: that launch's loads or stores are told and
not judged here but line by line (counters_lines.py). If the machine executed another number of
shared instructions and no line is marked, that is a failure. So are launches told and judged by line whose sums
cannot be equal, and are not: threads wait by reading, or ptxas made loops of atomics; and those
that read constant memory, some of which become operands. The line "by line N IDC" asks for that."""
import csv, sys

import traces

GLOBAL = (("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "global_load_requests"),
          ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "global_load_sectors"),
          ("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "global_store_requests"),
          ("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "global_store_sectors"))
INSTRUCTIONS = "smsp__sass_inst_executed_op_shared_%s.sum"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum"
EXACT = "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_%s.sum"
COPIES = "sm__sass_inst_executed_op_ldgsts.sum"
CONSTANT = "idc__requests.sum"


def compare_shared(counted, totals, joined, short, long):
    """A sentence or None, and whether it is an error."""
    ours = totals["shared_%s_requests" % long], totals["shared_%s_wavefronts" % long]
    done, waves, exact = (counted[name % short] for name in (INSTRUCTIONS, WAVEFRONTS, EXACT))
    if short == "st":
        done += counted[COPIES]
        waves += counted[EXACT % "ldgsts"]
        exact += counted[EXACT % "ldgsts"]
    text = "shared %ss: hardware %d instructions, %d wavefronts (%d by instruction); analysis %d, %d" % (
        long, done, waves, exact, *ours)
    if done == ours[0] and waves == ours[1]:
        return None, False
    if joined and done != ours[0]:
        return "ptxas joined shared accesses of line %s (marked): " % ", ".join(joined) + text, False
    near = abs(waves - ours[1]) <= 0.015 * waves if short == "ld" else False
    if done == ours[0] and (near or exact == ours[1]):
        return None if near else "arbitration: " + text, False
    return text, True


def compare(number, counted, launch):
    """What differs, and what was left out, as (is an error, sentence)."""
    totals, said, head = launch["totals"], [], "launch %d %s: " % (number, launch["kernel"])
    joined = sorted({"%d" % line["line"] for line in launch["lines"] if line["joined_by_ptxas"]}, key=int)
    for metric, key in GLOBAL:
        if counted[metric] != totals[key]:
            said.append((True, head + "%s: hardware %d, analysis %d" % (key, counted[metric], totals[key])))
    for short, long in (("ld", "load"), ("st", "store")):
        sentence, error = compare_shared(counted, totals, joined, short, long)
        if sentence:
            said.append((error, head + sentence))
    return said


def main():
    tool, trace, table = sys.argv[1:4]
    report = traces.report(tool, trace)
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
        why = traces.why_by_line(trace, number) if any(error for error, _ in said) else ""
        if why:
            said = [(False, "launch %d %s: its sums differ, it has %s" % (number, launch["kernel"], why))]
        joined = any(": ptxas joined" in sentence or "(marked)" in sentence for _, sentence in said)
        if why or joined or launch["totals"]["constant_load_requests"]:
            print("by line %d %d" % (number, counted[CONSTANT]))
        bad |= any(error for error, _ in said)
        quiet += not said
        for _, sentence in said:
            print(sentence)
    print("%d of %d launches equal throughout" % (quiet, len(launches)))
    return bad


sys.exit(main())
