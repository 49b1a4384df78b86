#!/bin/sh
# ptx-test.sh LLVM-BIN DEVICE.bc WORK OPT ARCHS FILE.c FLAGS...: kernels to PTX, and that through ptxas for each of ARCHS.
# Only what the driver supplies may be left undefined.
set -e
bin=$1 device=$2 work=$3 opt=$4 archs=$5 src=$6
shift 6
mkdir -p "$work"
out=$work/$(basename "$src" .c).$opt
sh "$(dirname "$0")/build-kernels.sh" "$bin" "$device" "$opt" "$out" "$src" --target=nvptx64-nvidia-cuda -march=sm_70 \
    -nogpulib --cuda-path=/none --cuda-feature=+ptx63 "$@"
"$bin/llc" -mcpu=sm_70 -mattr=+ptx63 "$out.bc" -o "$out.ptx"
undefined=$(sed -n 's/^\.extern \.func *\(([^)]*)\)\{0,1\} *//p' "$out.ptx" |
    grep -vxE 'malloc *|free *|vprintf *|__assertfail *' || true)
if [ -n "$undefined" ]; then
    echo "undefined in $out.ptx: $undefined"
    exit 1
fi
if ! command -v ptxas >/dev/null; then
    echo "skipped: ptxas is not installed; $out.ptx was made"
    exit 77
fi
for arch in $archs; do # -O0: whether it takes the PTX is the question; to optimise group_kernels takes it minutes
    ptxas -O0 -arch="$arch" "$out.ptx" -o "$out.$arch.cubin"
done
