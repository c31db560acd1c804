#!/usr/bin/env bash
# The analysis of optimised PTX against Nsight Compute's counters: counters.sh [PROGRAM.cu...], else
# all of kernels/ but those that print times or depend on the order of blocks.
. "$(dirname "$0")/common.bash"
command -v ncu >/dev/null || { echo "counters: no ncu here, skipped"; exit 77; }
metrics=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
metrics+=,smsp__sass_inst_executed_op_shared_ld.sum,smsp__sass_inst_executed_op_shared_st.sum
failed=0
[ $# -gt 0 ] || set -- "$top"/kernels/{cubes_chunked,cubes_coalesced,cubes_shared,cubes_tree,dot,matmul_naive,matmul_tiled,slices_3d,squares_chunked,squares_interleaved,strides,transpose,tree_strided,vector_add,vector_loads,warp_shuffles}.cu
for program in "$@"; do
    name=$(basename "$program" .cu)
    nvcc -w -arch="$arch" -o "$work/$name" "$program" &&
        ncu --clock-control none --csv --metrics "$metrics" "$work/$name" >"$work/$name.csv" 2>/dev/null
    $syncstep record --backend gpu --as compiled --blocks all "$program" -o "$work/$name.npz" >/dev/null 2>&1
    python3 "$top/tests/gpu/tools/counters.py" "$syncstep" "$work/$name.npz" "$work/$name.csv" >"$work/log" || { failed=1; echo "counters: $name differs"; }
    sed "s/^/  $name: /" "$work/log"
done
[ $failed = 0 ] && echo "counters: the analysis equals the hardware"
exit $failed
