#!/bin/sh
# ptxas.sh FILE…: has ptxas assemble PTX, if there is one, quickly (-O0); it no longer knows architectures before sm_75.
tool=$(command -v ptxas || ls /usr/local/cuda/bin/ptxas 2> /dev/null) || { echo "ptxas is not installed: not checked"; exit 0; }
for f; do
    arch=$(sed -n 's,^\.target \(sm_[0-9a-z]*\).*,\1,p' "$f")
    case $arch in sm_70 | sm_72) arch=sm_75 ;; esac
    "$tool" -O0 -arch="$arch" "$f" -o /dev/null || exit 1
done
