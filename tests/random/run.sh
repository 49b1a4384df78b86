#!/bin/bash
# run.sh COUNT [SEED]: COUNT random programs of generate.py, from SEED (default: by the clock) on, each compiled with
# gantry at -O0 and -O3 and run on the host and on the emulated GPU (warps of 32 and 64, round-robin and random
# schedules); where clang-19 is there, it must accept and run the program too, else the program itself is suspect.
# One line at the end says what was done; failing programs and what they said stay in $KEEP (default: random-failures).
#   GANTRY   the command (default: build/bin/gantry)      MODES   "host emulated32 emulated64 seed" or some of them
#   LEVELS   optimisation levels (default: "O0 O3")       NO_CLANG=1   without the comparison
#   OPTIONS  more options of gantry cc
set -u
count=${1:?usage: run.sh COUNT [SEED]} first=${2:-$(date +%s)}
here=$(dirname "$(realpath "$0")")
gantry=${GANTRY:-$here/../../build/bin/gantry} levels=${LEVELS:-O0 O3} modes=${MODES:-host emulated32 emulated64 seed}
keep=${KEEP:-random-failures}
read -ra options <<<"${OPTIONS:-}"
clang=$(command -v clang-19 || echo /usr/lib/llvm-19/bin/clang)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export KMP_WARNINGS=0 OMP_NUM_THREADS=4 OMP_WAIT_POLICY=passive
runs=0 suspect=0 failed=0 failures=

start() { # MODE PROGRAM
    case $1 in
    host) env OMP_TARGET_OFFLOAD=DISABLED timeout 60 "$2" ;;
    *) env GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY EXPECT_DEVICE=1 $3 timeout 120 "$2" ;;
    esac
}

fail() { # SEED WHAT
    failures+=" $1($2)"
    mkdir -p "$keep"
    cp "$work/p.c" "$keep/$1.c"
    { echo "seed $1: $2"; head -c 4000 "$work/said"; echo; } >>"$keep/$1.txt"
}

for ((seed = first; seed < first + count; seed++)); do
    if ! python3 "$here/generate.py" "$seed" >"$work/p.c" 2>"$work/said"; then
        fail "$seed" "generator"
        failed=$((failed + 1))
        continue
    fi
    if [ -z "${NO_CLANG:-}" ] && ! head -1 "$work/p.c" | grep -q 'not for clang'; then
        if ! { "$clang" -w -O1 -fopenmp "$work/p.c" -o "$work/c" -lm && timeout 60 "$work/c"; } >"$work/said" 2>&1; then
            suspect=$((suspect + 1))
            fail "$seed" "clang"
        fi
    fi
    bad=0
    for level in $levels; do
        if ! timeout 120 "$gantry" cc -w "-$level" "${options[@]}" --offload-arch=emulated "$work/p.c" -o "$work/p" -lm \
            >"$work/said" 2>&1; then
            fail "$seed" "compile -$level"
            bad=1
            continue
        fi
        for mode in $modes; do
            case $mode in
            emulated64) knobs=GANTRY_EMULATED_WARP=64 ;;
            seed) knobs=GANTRY_EMULATED_SEED=$((seed % 1000 + 1)) ;;
            *) knobs=GANTRY_EMULATED_WARP=32 ;;
            esac
            start "$mode" "$work/p" "$knobs" >"$work/said" 2>&1
            status=$?
            runs=$((runs + 1))
            if [ $status -ne 0 ]; then
                fail "$seed" "$mode -$level: status $status"
                bad=1
            fi
        done
    done
    failed=$((failed + bad))
done
echo "$count random programs from seed $first: $runs runs, $failed programs failed, clang failed on $suspect:$failures"
[ $failed -eq 0 ]
