#!/bin/bash
# compile-time.sh BUILD [paired-time options]: how long Gantry takes to compile and link a file with one region for
# sm_70, against Clang 19's offload compile of the same file; at most 0.6 of it is the aim.
#
# Clang needs ptxas and nvlink of a CUDA toolkit (CUDA_PATH, default /usr/local/cuda), and does not find its device
# library in Debian's packages by itself. CLANG_ARCH is the architecture for Clang, default sm_90: the toolkit's ptxas
# must know it (CUDA 13's knows sm_75 and up, so sm_70 cannot be had from Clang with it).
set -eu
build=$(realpath "${1:?usage: compile-time.sh BUILD [paired-time options]}")
shift
here=$(dirname "$(realpath "$0")")
llvm=${LLVM_ROOT:-/usr/lib/llvm-19} cuda=${CUDA_PATH:-/usr/local/cuda} arch=${CLANG_ARCH:-sm_90}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

clang="$llvm/bin/clang -O2 -fopenmp --offload-arch=$arch --cuda-path=$cuda --libomptarget-nvptx-bc-path=$llvm/lib"
clang="$clang $here/one_region.c -o $work/clang -L$llvm/lib"
gantry="$build/bin/gantry cc -O2 --offload-arch=sm_70 $here/one_region.c -o $work/gantry"
host="$llvm/bin/clang -O2 -fopenmp $here/one_region.c -o $work/host"

for command in "$clang" "$gantry" "$host"; do
    if ! sh -c "$command" >"$work/log" 2>&1; then
        echo "compile-time.sh: skipped, this does not work here: $command" >&2
        head -n 5 "$work/log" >&2
        exit 77
    fi
done
"$work/gantry" >/dev/null
echo "first Clang's offload compile, then Gantry's:"
"$here/../scripts/paired-time.py" --repeat 11 --noise 4 --at-most 0.6 "$@" "$clang" "$gantry"
echo "for comparison, Clang without offloading:"
"$here/../scripts/paired-time.py" --repeat 5 --noise 10 "$clang" "$host" || true
