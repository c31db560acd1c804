#!/usr/bin/env bash
# The analysis of optimised PTX against Nsight Compute's counters, launch by launch:
#   counters.sh [PROGRAM.cu...]
# Without programs: all of kernels/, of tests/gpu/programs, and random patterns of SEEDS (default 1 2
# 3; random_patterns.py). Line by line where sums say little: ptxas joined accesses or made loops of
# atomics, threads wait by reading, constants became operands; what of that is left out is listed
# with its reason (tools/counters_lines.py).
. "$(dirname "$0")/common.bash"
command -v ncu >/dev/null || { echo "counters: no ncu here, skipped"; exit 77; }
metrics=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
metrics+=,smsp__sass_inst_executed_op_shared_ld.sum,smsp__sass_inst_executed_op_shared_st.sum
metrics+=,sm__sass_inst_executed_op_ldgsts.sum,idc__requests.sum
for kind in ld st ldgsts; do metrics+=,sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_$kind.sum; done
if [ $# = 0 ]; then
    for seed in ${SEEDS:-1 2 3}; do
        "$top/tests/gpu/tools/random_patterns.py" "$seed" >"$work/random_$seed.cu"
    done
    set -- $(ls "$top"/kernels/*.cu "$top"/tests/gpu/programs/*.cu "$work"/random_*.cu)
fi
export syncstep work arch metrics top
one() { # builds and records; many at a time
    local name
    name=$(basename "$1" .cu)
    nvcc -w -lineinfo -arch="$arch" -o "$work/$name" "$1" >"$work/$name.log" 2>&1
    timeout 200 $syncstep record --backend gpu --as compiled --blocks all --max-accesses 256000000 "$1" \
        -o "$work/$name.npz" >>"$work/$name.log" 2>&1
}
export -f one
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'one {}'
failed=0 programs=0 compared=0
for program in "$@"; do
    name=$(basename "$program" .cu)
    programs=$((programs + 1))
    timeout 200 ncu --clock-control none --launch-count 64 --csv --metrics "$metrics" "$work/$name" \
        >"$work/$name.csv" 2>"$work/$name.ncu.log"
    python3 "$top/tests/gpu/tools/counters.py" "$syncstep" "$work/$name.npz" "$work/$name.csv" \
        >"$work/$name.out" 2>&1 || { failed=$((failed + 1)); echo "counters: $name differs"; tail -3 "$work/$name.log"; }
    while read -r _ _ launch constant; do
        timeout 100 ncu --clock-control none --launch-skip "$launch" --launch-count 1 --section SourceCounters --csv \
            --page source --print-source cuda,sass "$work/$name" </dev/null >"$work/$name.$launch.lines.csv" 2>/dev/null
        python3 "$top/tests/gpu/tools/counters_lines.py" "$syncstep" "$work/$name.npz" "$launch" \
            "$work/$name.$launch.lines.csv" "$constant" >>"$work/$name.out" 2>&1 || { failed=$((failed + 1)); echo "counters: $name differs"; }
    done < <(grep '^by line' "$work/$name.out")
    sed -e '/^by line/d' -e "s/^/  $name: /" "$work/$name.out"
done
echo "counters: $programs programs compared, $failed differ"
[ $failed = 0 ]
