#!/bin/sh
# make-object.sh CLANG LINK SRC OUT [clang options]: one object as the compiler makes it, from a test file that holds
#   device C, compiled for nvptx64 and emulated (KINDS limits that),
#   lines "// SUMMARY: …" with | between the fields,
#   host C under #ifdef HOST.
set -e
clang=$1 link=$2 src=$3 out=$4
shift 4
kinds=${KINDS-nvptx64 emulated}
dir=$(dirname "$0")
# with line tables only for emulated, as the compiler does without -g
common="-emit-llvm -c -O2 -Xclang -disable-llvm-passes -w -I$dir/../../include -fconvergent-functions -fmath-errno
        -ffp-contract=off -fdebug-prefix-map=$PWD=."
printf 'version\t1\n' > "$out.summary"
name=$(printf '%s\n' "$@" | sed -n 's,^-DNAME=,,p') # a test may name its kernel by -DNAME=
sed -n "s,^// SUMMARY: ,,p" "$src" | tr '|' '\t' | sed "s,NAME,$name,g" >> "$out.summary"
set -- "$@" -DDEVICE
records="summary=$out.summary"
for kind in $kinds; do
    case $kind in
    nvptx64) flags="--target=nvptx64-nvidia-cuda -march=sm_70 -nogpulib --cuda-path=/none --cuda-feature=+ptx63" ;;
    emulated) flags="--target=x86_64-linux-gnu -fPIC -D__GANTRY_EMULATED__ -gline-tables-only" ;;
    esac
    "$clang" $flags $common "$@" "$src" -o "$out.$kind.bc"
    records="$records bc:$kind=$out.$kind.bc"
done
"$link" pack "$out.records" $records
{
    printf '__asm__(".pushsection .gantry.device,\\"e\\"; .balign 8; .incbin \\"%s\\"; .popsection");\n' "$out.records"
    printf '#define HOST\n#include "%s"\n' "$(realpath "$src")"
} > "$out.host.c"
"$clang" -w -c -I"$dir/../../include" "$@" -UDEVICE "$out.host.c" -o "$out"
