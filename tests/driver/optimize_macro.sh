#!/bin/sh
# optimize_macro.sh GANTRY CLANG SOURCE FOLDER: both compilers define the same macros at every level.
gantry=$1 clang=$2 source=$3 folder=$4 status=0
for o in -O0 -O -O1 -O2 -O3 -Os -Oz -Ofast "-O3 -O0" "-O0 -O2" "-O2 -U__OPTIMIZE__"; do
    "$gantry" cc $o --offload-arch=emulated "$source" -o "$folder/ours" && "$clang" $o -w "$source" -o "$folder/theirs" || exit 1
    ours=$(OMP_TARGET_OFFLOAD=DISABLED "$folder/ours") theirs=$("$folder/theirs")
    [ "$ours" = "$theirs" ] || { echo "$o: $ours, and $theirs of Clang"; status=1; }
done
exit $status
