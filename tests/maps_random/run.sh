#!/bin/bash
# run.sh COUNT [SEED]: COUNT programs of generate.py, from SEED (default: by the clock) on, each compiled with gantry and
# run on the host and on two emulated devices. One line at the end says what was done; failing programs and what they said
# stay in $KEEP (default: maps-failures).
#   GANTRY   the command (default: build/bin/gantry)      MODES    of: host emulated32 emulated64 seed
#   LEVELS   optimisation levels (default: "O0 O3")       OPTIONS  more options of gantry cc
#   CLANG=1  with clang-19 too, on the host and for its x86_64 devices: what fails there is counted apart, as suspect
#   STEPS, SKIP  words for --steps and --skip, to make a failing program small
set -u
count=${1:?usage: run.sh COUNT [SEED]} first=${2:-$(date +%s)}
here=$(dirname "$(realpath "$0")")
gantry=$(realpath "${GANTRY:-$here/../../build/bin/gantry}") levels=${LEVELS:-O0 O3}
modes=${MODES:-host emulated32 emulated64 seed} keep=${KEEP:-maps-failures}
read -ra options <<<"${OPTIONS:-}"
clang=$(command -v clang-19 || echo /usr/lib/llvm-19/bin/clang)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export KMP_WARNINGS=0 OMP_NUM_THREADS=4 OMP_WAIT_POLICY=passive
runs=0 suspect=0 failed=0 failures=

start() { # MODE PROGRAM
    local device="env GANTRY_DEVICES=emulated GANTRY_EMULATED_DEVICES=2 OMP_TARGET_OFFLOAD=MANDATORY EXPECT_DEVICE=1"
    case $1 in
    host) env OMP_TARGET_OFFLOAD=DISABLED timeout 60 "$2" ;;
    emulated32) $device GANTRY_EMULATED_WARP=32 timeout 60 "$2" ;;
    emulated64) $device GANTRY_EMULATED_WARP=64 timeout 60 "$2" ;;
    seed) $device GANTRY_EMULATED_SEED=$((seed % 1000 + 1)) timeout 60 "$2" ;;
    esac
}

fail() { # WHAT
    failures+=" $seed($1)"
    mkdir -p "$keep"
    cp "$work/p.c" "$keep/$seed.c"
    { echo "seed $seed: $1"; head -c 4000 "$work/said"; echo; } >>"$keep/$seed.txt"
}

for ((seed = first; seed < first + count; seed++)); do
    if ! python3 "$here/generate.py" "$seed" ${STEPS:+--steps "$STEPS"} ${SKIP:+--skip "$SKIP"} >"$work/p.c" 2>"$work/said"; then
        fail generator
        failed=$((failed + 1))
        continue
    fi
    if [ -n "${CLANG:-}" ]; then
        for target in "" -fopenmp-targets=x86_64-pc-linux-gnu; do
            if ! { "$clang" -w -O1 -I "$here" -fopenmp -fopenmp-version=52 $target "$work/p.c" -o "$work/c" -lm &&
                timeout 60 "$work/c"; } >"$work/said" 2>&1; then
                suspect=$((suspect + 1))
                fail "clang$target"
            fi
        done
    fi
    bad=0
    for level in $levels; do
        if ! timeout 120 "$gantry" cc -w "-$level" "${options[@]}" -I "$here" --offload-arch=emulated "$work/p.c" -o "$work/p" \
            >"$work/said" 2>&1; then
            fail "compile -$level"
            bad=1
            continue
        fi
        for mode in $modes; do
            start "$mode" "$work/p" >"$work/said" 2>&1
            status=$?
            runs=$((runs + 1))
            if [ $status -ne 0 ]; then
                fail "$mode -$level: status $status"
                bad=1
            fi
        done
    done
    failed=$((failed + bad))
done
echo "$count programs from seed $first: $runs runs, $failed programs failed, clang failed on $suspect:$failures"
[ $failed -eq 0 ]
