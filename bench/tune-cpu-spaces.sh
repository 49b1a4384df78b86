#!/bin/sh
# tune-cpu-spaces.sh BUILD: records the three spaces of times in place (tests/tune/spaces/*_cpu.json) anew, on an idle
# machine with the processors that they name; then how noisy they are, and what repeated tunings choose (docs/tune.md).
set -e
build=$1
here=$(dirname "$(realpath "$0")")
spaces=$here/../tests/tune/spaces
load=$(cut -d' ' -f1 /proc/loadavg)
case $load in 0.[0-4]*) ;; *) echo "the load is $load: other programs run" >&2; exit 1 ;; esac
python3 "$here/tune-spaces.py" "$build" transpose_cpu spmv_cpu stencil_cpu
for name in transpose_cpu spmv_cpu stencil_cpu; do
    "$build/bin/gantry" tune --simulate "$spaces/$name.json" --repeat 100 --budget 400
done
"$build/bin/gantry" tune --leave-one-out --simulate "$spaces"/*.json
