#!/bin/bash
# rt-counts.sh BUILD [size…]: what the forms of examples/rt cost the host, by count, on a stand-in for NVIDIA's driver library: launches of
# planes, calls of the driver for them, and for each plane instructions of the program and the runtime in it, in sweep_planes
# (valgrind; RT_INSTRUCTIONS=no leaves that out, which takes half an hour for each form at 256; without the C library, the stand-in and the threads of queues). The stand-in runs no kernel, so each of the 24 rays is swept once.
# RT_OPTIONS: more options of rt, as "--group 4 --transposed". docs/wavefront.md has the tables.
set -eu
build=$(realpath "$1") here=$(dirname "$(realpath "$0")")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
rt=$here/../examples/rt
"$build/bin/gantry" cc -O2 -std=c11 -D_DEFAULT_SOURCE --offload-arch=sm_70 $rt/{rt,serial,rays,box,gas,sweep,forms,solve}.c -o rt -lm
export GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=$build/tests/runtime/libraries/libfake_cuda.so OMP_TARGET_OFFLOAD=MANDATORY
export FAKE_CUDA_MEMORY=$((64 << 30))
# shellcheck disable=SC2086
printf '%-8s %5s %8s %9s %8s %19s\n' form cells planes launches calls instructions/plane
for n in "${@:-64}"; do
    planes=$((24 * n))
    for form in planes nowait graph single; do
        FAKE_CUDA_LOG=log ./rt --form $form --no-check --fused no ${RT_OPTIONS:-} "$n" >/dev/null
        all=$(wc -l <log) launches=$(grep -cE '^launch (together )?gantry_k_forms|^graph launch' log || true)
        [ $form = planes ] && rest=$((all - 2 * launches)) # in all forms: the set-up, what comes in and goes out
        own=0
        [ "${RT_INSTRUCTIONS:-yes}" = yes ] && FAKE_CUDA_LOG=log valgrind -q --fair-sched=yes --tool=callgrind --callgrind-out-file=out --compress-strings=no --compress-pos=no \
            --collect-atstart=no --toggle-collect=sweep_planes ./rt --form $form --no-check --fused no ${RT_OPTIONS:-} "$n" >/dev/null 2>err &&
            own=$(awk '/^ob=/ { own = /\/rt$/ } /^calls=/ { getline; next } own && /^[0-9]/ { sum += $2 } END { printf "%d", sum }' out)
        printf '%-8s %5d %8d %9d %8d %19d\n' $form "$n" $planes "$launches" $((all - rest)) $((own / planes))
    done
done
