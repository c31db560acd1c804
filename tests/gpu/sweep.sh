#!/usr/bin/env bash
# NVIDIA's clock sample over its published numbers of blocks: the table; blocks of a grid that fits onto
# the multiprocessors take about as long as one alone.
. "$(dirname "$0")/common.bash"
timeout 300 $syncstep sweep "$top/kernels/min_timed.cu" --backend gpu -D NUM_BLOCKS=1,8,16,32,64,132,264,528 >"$work/sweep.out" 2>&1 || { cat "$work/sweep.out"; exit 1; }
cat "$work/sweep.out"
grep -q . "$work/sweep.out"
