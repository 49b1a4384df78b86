#!/bin/sh
# demo.sh BUILD: the heat equation, compiled by Gantry, on the best device there is; the table of results, and where the
# picture is.
set -eu
build=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
out=$build/demo
mkdir -p "$out"
gantry=$build/bin/gantry

flags="-O3 --offload-arch=sm_70,emulated"
if [ -e /usr/include/png.h ]; then
    "$gantry" cc $flags -DHAVE_PNG "$here/../examples/heat.c" -o "$out/heat" -lm -lpng
    picture="--image $out/heat.png"
else
    "$gantry" cc $flags "$here/../examples/heat.c" -o "$out/heat" -lm
    picture=
fi

"$gantry" devices
echo
if "$build/lib/gantry/gantry-devices" --native | grep -q .; then
    echo "Running on the GPU:"
    "$out/heat" 4000 100 $picture
else
    echo "There is no GPU here. Running on the CPU, all cores:"
    "$out/heat" 1000 50 $picture
    echo
    echo "The same program on the emulated GPU, small (it checks every access, so it is slow):"
    GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY "$out/heat" 100 5
fi
if [ -n "$picture" ]; then
    echo
    echo "The temperature field is in $out/heat.png"
fi
