#!/bin/bash
# rt-host-counts.sh BUILD [size…]: instructions of the sweeps of examples/rt on the initial device (valgrind, one thread, transposed
# copies): by hand (rt_hand.c) with gcc and clang, and Gantry's forms; docs/wavefront.md has the table. All may contract a * b + c, as gcc does by itself.
set -eu
build=$(realpath "${1:?usage: rt-host-counts.sh BUILD [size…]}") here=$(dirname "$(realpath "$0")")
shift
rt=$here/../examples/rt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
common="-gdwarf-4 -std=c11 -D_DEFAULT_SOURCE -O3 -march=haswell -ffp-contract=fast $rt/rt.c $rt/serial.c $rt/rays.c $rt/box.c $rt/gas.c $rt/sweep.c $rt/solve.c"
# shellcheck disable=SC2086
{
    gcc -fopenmp -w $common "$here/rt_hand.c" -o "$work/gcc" -lm
    "${LLVM_ROOT:-/usr/lib/llvm-19}/bin/clang" -fopenmp -w $common "$here/rt_hand.c" -o "$work/clang" -lm
    "$build/bin/gantry" cc -w $common "$rt/forms.c" -o "$work/gantry" -lm
}
export OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=1
cd "$work"
printf '%-8s %5s %12s %12s %12s   instructions of the sweeps\n' by cells planes nowait single
for n in "${@:-40}"; do
    for by in gcc clang gantry; do
        printf '%-8s %5d' $by "$n"
        for form in planes nowait single; do
            valgrind -q --tool=callgrind --callgrind-out-file=out --toggle-collect=sweep_planes "./$by" --form $form --no-check \
                --fused no --transposed --rays a4 "$n" >/dev/null 2>&1
            printf ' %12s' "$(sed -n 's/^totals: //p' out)"
        done
        echo
    done
done
