#!/bin/sh
# tune-cpu-spaces.sh BUILD [SECONDS]: records the six spaces of times in place (tests/tune/spaces/*_cpu.json) anew, on an
# idle machine with the processors that they name. It stops after SECONDS (420), with status 3; the same command goes on
# with what is missing, kept in BUILD/tune-spaces, until it ends with 0. How noisy they are and what repeated tunings
# choose, tune-cpu-judge.sh says, for which no machine need be idle.
build=$1
here=$(dirname "$(realpath "$0")")

# What part of the processors' time others took in five seconds; the load would still count the call before this one.
idle() { awk '/^cpu / { print $5 + $6, $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9 }' /proc/stat; }
before=$(idle)
sleep 5
busy=$(echo "$before $(idle)" | awk '{ printf "%d", 100 - 100 * ($3 - $1) / ($4 - $2) }')
[ "$busy" -lt 10 ] || { echo "other programs run: $busy % of the processors' time" >&2; exit 1; }
exec python3 "$here/tune-spaces.py" "$build" --keep "$build/tune-spaces" --seconds "${2:-420}" \
    transpose_cpu spmv_cpu stencil_cpu matmul_cpu convolution_cpu reduction_cpu
