#!/bin/bash
# rt-host.sh BUILD [cells]: the sweeps of examples/rt on the initial device, compiled by Gantry (planes, single), against
# those of rt_hand.c by gcc and by clang, the best of its three forms; at most 1.00 times the best is the aim. Times are those of
# the sweeps, which the program prints. All may contract a * b + c, as gcc does by itself. More options for scripts/paired-time.py in PAIRED_TIME.
set -eu
build=$(realpath "${1:?usage: rt-host.sh BUILD [cells]}")
n=${2:-128}
here=$(dirname "$(realpath "$0")")
rt="$here/../examples/rt"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clang=${LLVM_ROOT:-/usr/lib/llvm-19}/bin/clang
common="-std=c11 -D_DEFAULT_SOURCE -O3 -march=${RT_ARCH:-native} -ffp-contract=fast $rt/rt.c $rt/serial.c $rt/rays.c $rt/box.c $rt/gas.c $rt/sweep.c $rt/solve.c"
# shellcheck disable=SC2086
{
    gcc -fopenmp -w $common "$here/rt_hand.c" -o "$work/gcc" -lm
    "$clang" -fopenmp -w $common "$here/rt_hand.c" -o "$work/clang" -lm
    "$build/bin/gantry" cc -w $common "$rt/forms.c" -o "$work/gantry" -lm
}
export OMP_TARGET_OFFLOAD=DISABLED OMP_PROC_BIND=${OMP_PROC_BIND:-close}
arguments="--no-check --fused no --transposed --rays a4 $n"
value='(?:planes|nowait|single)\s+\d+\s+\d+\s+\d+\s+\d+\s+([0-9.]+)'
candidates=()
for c in gcc clang; do for f in planes nowait single; do candidates+=("$work/$c --form $f $arguments"); done; done
echo "sweeps of 24 rays, $n^3 cells: by hand with gcc and clang, in three forms each"
"$here/../scripts/paired-time.py" --value "$value" --repeat 3 --noise 5 --json "$work/hand.json" "${candidates[@]}" || [ $? -eq 3 ]
best=$(python3 -c "import json; r = json.load(open('$work/hand.json'))['commands']; print(min(range(len(r)), key=lambda k: r[k]['median']))")
for f in planes single; do
    echo "the best by hand (${candidates[$best]#"$work/"}), and Gantry's $f:"
    # shellcheck disable=SC2086
    "$here/../scripts/paired-time.py" --value "$value" --repeat 7 --at-most 1.00 ${PAIRED_TIME:-} "${candidates[$best]}" \
        "$work/gantry --form $f $arguments" || true
done
