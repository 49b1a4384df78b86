#!/bin/bash
# row.sh BUILD FILE.c: one row of docs/openmp.md. The program checks itself (tests/run/check.h); it is compiled at -O0 and
# -O3 and run on the initial device and on emulated devices of warps of 32 and 64, where its regions must run on the device.
#
#   // ROW: target map(always, to:)      what the row shows
#   // SPEC: 5.2 5.8.3                   version that brought it, section of OpenMP 5.2
#   // MAY: why                          an implementation may leave this without effect
#   // FLAGS: -DX=1 -lm                  more words for the compiler
#   // FILES: other.c                    more files, in the row's folder
#   // ENV: OMP_NUM_TEAMS=3              for all runs
#   // DEVICES: host emulated            default both; a row about the host alone says host
#
# Results go to BUILD/tests/openmp/NAME.result: a line "KIND OUTCOME" per device kind; outcome: right, ignored (exit
# status 3 of the program: values right, but the clause had no effect), wrong, crash, refused.
set -u
build=$(realpath "$1") file=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
name=${file#"$here"/} name=${name%.c}
work=$build/tests/work/openmp/$name
result=$build/tests/openmp/$name.result
rm -rf "$work" "$result"
mkdir -p "$work/tmp" "$(dirname "$result")"
for v in $(env | sed -n 's/^\(\(GANTRY\|OMP\|KMP\|LIBOMP\)_[A-Z0-9_]*\)=.*/\1/p'); do
    unset "$v"
done
export TMPDIR=$work/tmp XDG_CACHE_HOME=$work/cache LC_ALL=C
word() { sed -n "s,^// $1: *,,p" "$file" | head -1; }
flags=$(word FLAGS) environment=$(word ENV) kinds=$(word DEVICES)
files=$file
for f in $(word FILES); do
    files="$files $(dirname "$file")/$f"
done
status=0
say() {
    echo "$1 $2" >>"$result"
    case $2 in
    right) ;;
    ignored) [ -n "$(word MAY)" ] || status=1 ;;
    *) status=1 ;;
    esac
}
start() { # start KIND PROGRAM
    local omp=OMP_TARGET_OFFLOAD=DISABLED
    case $1 in
    emulated*) omp="GANTRY_DEVICES=emulated GANTRY_EMULATED_WARP=${1#emulated} OMP_TARGET_OFFLOAD=MANDATORY EXPECT_DEVICE=1" ;;
    esac
    (cd "$work" && timeout 60 env $omp $environment "$2") >"$work/out" 2>&1
    case $? in
    0) outcome=right ;;
    3) outcome=ignored ;;
    1) outcome=wrong ;;
    *) outcome=crash ;;
    esac
    [ $outcome = right ] || { echo "$1 $2: $outcome"; cat "$work/out"; }
}
for kind in ${kinds:-host emulated}; do
    worst=right
    for o in O0 O3; do
        program=$work/$o
        if [ ! -x "$program" ] && ! "$build/bin/gantry" cc -$o --offload-arch=emulated -I "$here/../run" $files -o "$program" $flags -lm; then
            worst=refused
            break
        fi
        runs=$kind
        [ $kind = emulated ] && runs="emulated32 emulated64"
        for run in $runs; do
            start $run "$program"
            [ $worst = right ] && worst=$outcome
        done
    done
    say $kind $worst
done
rm -rf "$work"
exit $status
