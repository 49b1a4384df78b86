#!/bin/bash
# heat-host.sh BUILD [ncells [nsteps [ij|ji]]]: the resident rung of heat, compiled by Gantry, on the initial device,
# against the same time step written by hand as `parallel for`, compiled by gcc and by clang; at most 1.05 times the
# better of the two is the aim. Times are those of the steps, which the programs print. More options for
# scripts/paired-time.py in PAIRED_TIME.
set -eu
build=$(realpath "${1:?usage: heat-host.sh BUILD [ncells [nsteps [ij|ji]]]}")
n=${2:-4000} steps=${3:-20} order=${4:-ji}
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clang=${LLVM_ROOT:-/usr/lib/llvm-19}/bin/clang
paired="$here/../scripts/paired-time.py --value (?:ij|ji)\s+([0-9.]+)"

gcc -O3 -fopenmp "$here/heat_hand.c" -o "$work/gcc" -lm
"$clang" -O3 -fopenmp "$here/heat_hand.c" -o "$work/clang" -lm
"$build/bin/gantry" cc -O3 "$here/../examples/heat.c" -o "$work/gantry" -lm

export OMP_TARGET_OFFLOAD=DISABLED OMP_PROC_BIND=${OMP_PROC_BIND:-close}
hand="$order $n $steps"
echo "resident heat, $n x $n cells, $steps steps, order $order: by hand with gcc, and with clang"
$paired --repeat 7 --noise 5 --json "$work/hand.json" "$work/gcc $hand" "$work/clang $hand" || [ $? -eq 3 ]
best=$(sed -n 's/.*"median": \([0-9.e-]*\).*/\1/p' "$work/hand.json" | awk 'NR == 1 { a = $1 } NR == 2 { print $1 < a ? "clang" : "gcc" }')
echo "by hand with $best, and Gantry:"
# shellcheck disable=SC2086
$paired --repeat 15 --at-most 1.05 ${PAIRED_TIME:-} "$work/$best $hand" \
    "$work/gantry --rung resident --order $order $n $steps"
