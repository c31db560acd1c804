#!/usr/bin/env bash
# The fastest reduction of the ladder against CUB in one run.
. "$(dirname "$0")/common.bash"
nvcc -w -O3 -std=c++17 -arch="$arch" -o "$work/bandwidth" "$top/tests/gpu/bandwidth.cu" && "$work/bandwidth"
