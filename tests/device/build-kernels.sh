#!/bin/sh
# build-kernels.sh LLVM-BIN DEVICE.bc OPT OUT FILE.c FLAGS...: a file of kernels joined with the device runtime and
# optimised, as the device link does it; OUT.bc. What kernels or their entries do not reach is dropped.
set -e
bin=$1 device=$2 opt=$3 out=$4 src=$5
shift 5
"$bin/clang" "$@" -c -emit-llvm "$src" -o "$out.user.bc"
"$bin/llvm-link" --suppress-warnings "$out.user.bc" "$device" -o "$out.joined.bc"
keep=$("$bin/llvm-nm" "$out.user.bc" 2>/dev/null | sed -n 's/^.* T //p' | paste -sd, -)
"$bin/opt" --internalize-public-api-list="$keep" --passes="internalize,globaldce,default<$opt>" "$out.joined.bc" \
    -o "$out.bc"
