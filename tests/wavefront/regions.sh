#!/bin/bash
# regions.sh GANTRY LIBRARIES FIRST LAST COUNT: programs of regions.py, COUNT loops each, with the seeds FIRST to LAST: separate
# launches and one region whose teams wait for each other must leave the same. Each runs in place, on the emulated GPU, there with
# several seeds, there with -fcheck, and on the GPU in software, which looks for races and unset values; all print the same, and nothing
# is found.
set -u
gantry=$1 here=$(dirname "$(realpath "$0")") bad=0 program=./regions
soft=$2/libgantry_softgpu.so
compare() {
    env OMP_TARGET_OFFLOAD=MANDATORY "$@" timeout 300 $program >out 2>err || { echo "seed $seed: $*: status $?"; tail -3 err; bad=1; }
    cmp -s expected out || { echo "seed $seed: $*:"; diff expected out | head -6; bad=1; }
}
for seed in $(seq "$3" "$4"); do
    python3 "$here/regions.py" "$seed" "$5" >regions.c &&
        "$gantry" cc $([ $((seed % 2)) = 0 ] && echo -O0 || echo -O3) $([ $((seed % 3)) = 0 ] && echo --parallel-mode=generic) \
            -w --offload-arch=sm_70,emulated regions.c -o regions -lm 2>log &&
        env OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_TEAMS=1 ./regions >expected || { echo "seed $seed"; head log; grep OTHER expected; exit 1; }
    "$gantry" cc -O$((seed % 2)) $([ $((seed % 3)) = 0 ] && echo --parallel-mode=generic) -w -fcheck --offload-arch=emulated regions.c -o judged -lm 2>log ||
        { echo "seed $seed: -fcheck"; head log; exit 1; }
    compare OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_TEAMS=3
    compare GANTRY_DEVICES=emulated
    compare GANTRY_DEVICES=emulated GANTRY_EMULATED_SMS=3 GANTRY_EMULATED_WARP=64 GANTRY_THREADS=16
    for order in 1 2; do
        compare GANTRY_DEVICES=emulated GANTRY_EMULATED_SEED=$((seed * 10 + order)) GANTRY_EMULATED_SMS=$((1 + 2 * order)) GANTRY_THREADS=$((40 / order))
    done
    program=./judged
    compare GANTRY_DEVICES=emulated GANTRY_THREADS=64
    compare GANTRY_DEVICES=emulated GANTRY_EMULATED_SEED="$seed" GANTRY_EMULATED_SMS=3 GANTRY_THREADS=33
    program=./regions
    compare GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY="$soft" GANTRY_TEAMS=3 GANTRY_THREADS=32 GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED="$seed"
done
exit $bad
