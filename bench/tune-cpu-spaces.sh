#!/bin/sh
# tune-cpu-spaces.sh BUILD [SECONDS]: records the six spaces of times in place (tests/tune/spaces/*_cpu.json) anew, on an
# idle machine with the processors that they name. After SECONDS (1200) it stops; the same command goes on with what is
# missing, kept in BUILD/tune-spaces. How noisy they are and what repeated tunings choose, tune-cpu-judge.sh says, for
# which no machine need be idle.
build=$1
here=$(dirname "$(realpath "$0")")
load=$(cut -d' ' -f1 /proc/loadavg)
case $load in 0.[0-4]*) ;; *) echo "the load is $load: other programs run" >&2; exit 1 ;; esac
exec python3 "$here/tune-spaces.py" "$build" --keep "$build/tune-spaces" --seconds "${2:-1200}" \
    transpose_cpu spmv_cpu stencil_cpu matmul_cpu convolution_cpu reduction_cpu
