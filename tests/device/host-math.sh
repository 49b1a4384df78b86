#!/bin/sh
# host-math.sh LLVM-BIN LIBCLC OUT PARTS...: what PARTS call of libclc's GPU bitcode, with them as an object for the
# host: OUT.o. Only the module's target lines change.
set -e
bin=$1 libclc=$2 out=$3
shift 3
"$bin/llvm-link" --suppress-warnings "$@" -o "$out.user.bc"
"$bin/llvm-link" --suppress-warnings --only-needed "$out.user.bc" "$libclc" -o "$out.linked.bc"
"$bin/llvm-dis" "$out.linked.bc" -o - | sed -e 's/^target triple.*/target triple = "x86_64-unknown-linux-gnu"/' \
    -e '/^target datalayout/d' -e 's/ *"target-cpu"="[^"]*"//; s/ *"target-features"="[^"]*"//' >"$out.ll"
"$bin/clang" -O2 -w -c "$out.ll" -o "$out.o"
