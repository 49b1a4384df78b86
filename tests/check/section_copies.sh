# section_copies.sh GANTRY PROGRAM OPTION…: builds section_copies.c, whose cases must be silent; with an index that is wrong by
# 5 elements, before the copy, or by as many as lie between two copies, each must be found.
# (A simd loop that one lane runs has no copy: it adds up in the original.)
set -u
gantry=$1 program=$2 source=$(dirname "$0")/section_copies.c status=0
shift 2
"$gantry" cc -w -fcheck --offload-arch=emulated "$@" "$source" -o "$program" || exit 1
export GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY
said=$("$program" 2>&1) && [ -z "$said" ] || { echo "$*: right, but: $said"; exit 1; }
export GANTRY_CHECK=bounds
for name in combined combined_simd distribute parallel_for parallel for sections simd_in_threads nested shared_by_threads \
    nested_regions by_functions allocated declared loop; do
    for off in 5 -2 32; do
        said=$("$program" $name $off 2>&1)
        [ $? = 3 ] && grep -q 'error: .* of 8 bytes.*\[GC101\]$' <<<"$said" || { echo "$*: $name $off: not found: $said"; status=1; }
    done
done
exit $status
