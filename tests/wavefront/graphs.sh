#!/bin/bash
# graphs.sh GANTRY LIBRARIES FIRST LAST COUNT: programs of generate.py with `graph`, COUNT loops each, with the seeds FIRST to LAST. Each
# runs in place, launch by launch, and with graphs on the emulated GPU and on the GPU in software, which looks for races
# and unset values; all print the same.
set -u
gantry=$1 here=$(dirname "$(realpath "$0")") bad=0
soft=$2/libgantry_softgpu.so
compare() {
    env OMP_TARGET_OFFLOAD=MANDATORY "$@" ./loops >out 2>err || { echo "seed $seed: $*: status $?"; tail -3 err; bad=1; }
    cmp -s expected out || { echo "seed $seed: $*:"; diff expected out | head -6; bad=1; }
}
for seed in $(seq "$3" "$4"); do
    python3 "$here/generate.py" "$seed" "$5" graph >loops.c &&
        "$gantry" cc --offload-arch=sm_70,emulated loops.c -o loops -lm 2>log &&
        env OMP_TARGET_OFFLOAD=DISABLED ./loops >expected || { echo "seed $seed"; head log; exit 1; }
    compare GANTRY_DEVICES=emulated GANTRY_GRAPHS=0
    compare GANTRY_DEVICES=emulated
    compare GANTRY_DEVICES=emulated GANTRY_EMULATED_SEED="$seed" GANTRY_EMULATED_SMS=3
    compare GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY="$soft" GANTRY_TEAMS=4
    compare GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY="$soft" GANTRY_TEAMS=3 GANTRY_THREADS=32 GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED="$seed"
done
exit $bad
