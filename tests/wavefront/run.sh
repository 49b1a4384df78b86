#!/bin/bash
# run.sh GANTRY LIBRARIES FIRST LAST COUNT: programs of generate.py, COUNT loops each, with the seeds FIRST to LAST. Each runs in place,
# as separate launches and as one on the emulated GPU, there with several seeds, and on the GPU in software, which looks
# for races and unset values; all print the same. At least three loops of four must have been one launch.
set -u
gantry=$1 here=$(dirname "$(realpath "$0")") bad=0 one=0 all=0
soft=$2/libgantry_softgpu.so
compare() {
    env OMP_TARGET_OFFLOAD=MANDATORY "$@" ./loops >out 2>err || { echo "seed $seed: $*: status $?"; tail -3 err; bad=1; }
    cmp -s expected out || { echo "seed $seed: $*:"; diff expected out | head -6; bad=1; }
}
for seed in $(seq "$3" "$4"); do
    python3 "$here/generate.py" "$seed" "$5" >loops.c &&
        "$gantry" cc $([ $((seed % 3)) = 0 ] && echo --parallel-mode=generic) --offload-arch=sm_70,emulated loops.c -o loops -lm 2>log &&
        env GANTRY_SINGLE_LAUNCH=0 OMP_TARGET_OFFLOAD=DISABLED ./loops >expected || { echo "seed $seed"; head log; exit 1; }
    refused=$(grep -c 'warning:.*GN0472' log) meant=$(grep -c ' one ' expected)
    grep -q 'warning:' log && grep 'warning:' log | grep -v GN0472 && bad=1
    all=$((all + $5)) one=$((one + $5 - refused))
    [ $((meant + refused)) -ge "$5" ] || { echo "seed $seed: a loop became one launch that must not"; bad=1; }
    compare OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=3
    compare GANTRY_DEVICES=emulated GANTRY_SINGLE_LAUNCH=0
    compare GANTRY_DEVICES=emulated
    compare GANTRY_DEVICES=emulated GANTRY_EMULATED_SMS=3 GANTRY_EMULATED_WARP=64 GANTRY_THREADS=16
    for order in 1 2 3; do
        compare GANTRY_DEVICES=emulated GANTRY_EMULATED_SEED=$((seed * 10 + order)) GANTRY_EMULATED_SMS=$((1 + 2 * order)) GANTRY_THREADS=$((40 / order))
    done
    compare GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY="$soft" GANTRY_TEAMS=4
    compare GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY="$soft" GANTRY_TEAMS=3 GANTRY_THREADS=32 GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED="$seed"
done
echo "$one of $all loops are one launch"
[ $((4 * one)) -ge $((3 * all)) ] || bad=1
exit $bad
