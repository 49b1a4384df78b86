#!/bin/sh
# nvcc.sh PROGRAM LIBRARY ARCH...: compiles nvcc/kernels.cu for each architecture, where nvcc is installed, and runs the kernels on the
# software GPU, and those of the PTX that is kept.
set -e
here=$(cd "$(dirname "$0")" && pwd)
program=$1 library=$2
shift 2
PATH=$PATH:/usr/local/cuda/bin
if ! command -v nvcc >/dev/null; then
    set -- "$here/nvcc/kept.ptx"
else
    for arch; do
        nvcc -ptx -std=c++17 -arch="$arch" "$here/nvcc/kernels.cu" -o "kernels.$arch.ptx"
        set -- "$@" "kernels.$arch.ptx"
        shift
    done
    set -- "$@" "$here/nvcc/kept.ptx"
fi
for seed in 0 1; do
    GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED=$seed "$program" "$library" "$@" >out || { cat out; exit 1; }
    cat out
    test "$(grep -cx -- "-3  1.50 text 123456789abc x%" out)" = $# # what the kernel says
done
