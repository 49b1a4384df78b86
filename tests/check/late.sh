# late.sh GANTRY LIBRARY SEEDS: the tests here whose faults are races and barriers of the host's threads, with each seed of late.c
# (SEEDS: "1 2 3"): each fault is told, and nothing else, whichever thread comes late.
set -u
gantry=$1 library=$2 seeds=$3 here=$(dirname "$0") status=0
for source in "$here"/*.c; do
    classes=$(sed -nE 's,.*RUN:.*faults\.sh %t %s (races|barriers|races\,barriers)( .*|$),\1,p' "$source" | head -n 1)
    [ -n "$classes" ] || continue
    for seed in $seeds; do
        "$gantry" cc -w -fopenmp -fcheck --offload-arch=emulated -O1 -DSTORES_FIRST=$((seed % 2)) "$source" -o late -lm -lpthread &&
            said=$(LATE=$seed LD_PRELOAD=$library OMP_NUM_THREADS=3 bash "$here/faults.sh" ./late "$source" "$classes" 2>&1) ||
            { echo "$(basename "$source"), seed $seed: $said"; status=1; }
    done
done
exit $status
