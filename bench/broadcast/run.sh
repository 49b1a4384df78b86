#!/bin/bash
# run.sh BUILD [WORK]: the experiment of docs/broadcast.md: kernels.c in all its ways and nests.c as Gantry lowers it, counted
# on the emulated GPU, with the PTX instructions of each kernel for sm_70, and registers where ptxas is installed (for sm_75,
# the oldest that CUDA 13 knows).
set -eu
build=$(realpath "${1:?usage: run.sh BUILD [WORK]}")
here=$(dirname "$(realpath "$0")")
root=$here/../..
work=${2:-}
[ -n "$work" ] || { work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; }
mkdir -p "$work"
work=$(realpath "$work")
clang=${LLVM_ROOT:-/usr/lib/llvm-19}/bin/clang
gantry=$build/bin/gantry
cd "$work"

# ---- tables of the kernels for the device link ----
for nest in scalar:8:1 array:64:1 several:24:3 conditional:16:2; do
    IFS=: read -r name bytes vars <<<"$nest"
    for way in EACH BATCH BATCH1 SHUFFLE ADDRESSES ADDRESSES1 SYNCED; do
        case $way in SHUFFLE) space=0 ;; ADDRESSES*) space=$((8 + 8 * vars + bytes)) ;; *) space=$bytes ;; esac
        k=gantry_k_thread_${name}_$way
        rest="file=kernels.c|func=$name|line=1|mode=spmd|nparams=4|flags=effect"
        {
            echo "// SUMMARY: kernel|$k|$rest"
            echo "// SUMMARY: parallel|thread_${name}_$way|of=$k|file=kernels.c|line=1|simd=1|group=8|inline=1|space=$(((space + 15) / 16 * 16))"
        } >&3
        [ $way = SHUFFLE ] || echo "// SUMMARY: kernel|gantry_k_team_${name}_$way|$rest,barrier" >&4
    done
done 3>thread.c 4>team.c
echo "#include \"$here/kernels.c\"" | tee -a thread.c >>team.c

# build NAME SIZE INPUT...: for both kinds of devices; runs it on the emulated one, counted
build_and_run() {
    local dir=$1.$2 size=$2 kind count
    shift 2
    for kind in emulated sm_70; do
        mkdir -p "$dir.$kind"
        count=--count
        [ $kind = emulated ] || count=
        (cd "$dir.$kind" && "$gantry" cc -O3 --offload-arch=$kind $count --simd-group="$size" --save-temps "$@" \
            -o program >log 2>&1) || { cat "$dir.$kind/log"; exit 1; }
    done
    rm -f "$dir.json"
    env -u GANTRY_DEFAULT_DEVICE GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY GANTRY_EMULATED_SMS=1 \
        GANTRY_EMULATED_COUNTS="$work/$dir.json" "./$dir.emulated/program"
}
object() {
    sh "$root/tests/link/make-object.sh" "$clang" "$build/bin/gantry-link" "$@" -I"$here" -I"$root/include" \
        -I"$root/runtime/device"
}
for size in 8 32; do
    object thread.c thread.$size.o -DTHREADS=$((128 / size))
    build_and_run hand-thread $size ../thread.$size.o
    build_and_run gantry-thread $size -DTHREADS=$((128 / size)) "$here/nests.c"
done
object team.c team.o -DTEAM_LEVEL
build_and_run hand-team 1 ../team.o
build_and_run gantry-team 1 -DTEAM_LEVEL "$here/nests.c"
python3 "$here/table.py" "$work" "$(command -v ptxas || ls /usr/local/cuda/bin/ptxas 2>/dev/null || true)"
