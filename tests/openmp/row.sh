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
#   // DEVICES: host emulated cuda       default all; a row about the host alone says host
#   // REFUSED: GN0204                   what Gantry does not take, yet or ever: an error with this id, and no program
#
# Rows that differ in a directive or a word of a clause share the rest: a header of their folder, behind check.h.
#
# Results go to BUILD/tests/openmp/NAME.result: a line "KIND OUTCOME" per device kind; outcome: right, ignored (exit
# status 3 of the program: values right, but the clause had no effect), wrong, crash, refused. cuda: PTX is made for sm_70
# ("compiles") and shown to ptxas where that is installed; where there is a GPU the program runs on it.
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
    right | compiles) ;;
    ignored) [ -n "$(word MAY)" ] || status=1 ;;
    *) status=1 ;;
    esac
}
compile() { # compile PROGRAM words…
    local program=$1
    shift
    timeout 100 "$build/bin/gantry" cc "$@" -I "$here/../run" $files -o "$program" $flags -lm
}
assembles() { # does ptxas, where there is one, take the PTX that was saved?
    local ptx
    for ptx in "$work"/sm_*.ptx; do
        [ ! -f "$ptx" ] || "$here/../link/ptxas.sh" "$ptx" >"$work/out" 2>&1 || { cat "$work/out"; return 1; }
    done
}
start() { # start KIND PROGRAM: sets outcome
    local omp=OMP_TARGET_OFFLOAD=DISABLED
    case $1 in
    emulated*) omp="GANTRY_DEVICES=emulated GANTRY_EMULATED_WARP=${1#emulated} OMP_TARGET_OFFLOAD=MANDATORY EXPECT_DEVICE=1" ;;
    cuda) omp="GANTRY_DEVICES=cuda OMP_TARGET_OFFLOAD=MANDATORY EXPECT_DEVICE=1" ;;
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
run_all() { # run_all LEVEL KIND…: the worst outcome
    local level=$1 program=$work/$1 arch=emulated
    shift
    [ "$1" = cuda ] && arch=sm_70 program=$program.cuda
    if [ ! -x "$program" ] && ! compile "$program" -$level --offload-arch=$arch; then
        worst=refused
        return
    fi
    for run in "$@"; do
        start $run "$program"
        [ $worst = right ] && worst=$outcome
    done
}
if [ -n "$(word REFUSED)" ]; then
    outcome=accepted
    compile "$work/refused" -O0 --offload-arch=emulated >"$work/out" 2>&1 || outcome=crash
    [ $outcome = crash ] && grep -q "error: .*$(word REFUSED)" "$work/out" && outcome=refused
    [ $outcome = refused ] || { echo "expected an error $(word REFUSED): $outcome"; cat "$work/out"; status=1; }
    for kind in ${kinds:-host emulated cuda}; do
        echo "$kind $outcome" >>"$result"
    done
    exit $status
fi
for kind in ${kinds:-host emulated cuda}; do
    worst=right
    case $kind in
    host) for o in O0 O3; do run_all $o host; done ;;
    emulated) for o in O0 O3; do run_all $o emulated32 emulated64; done ;;
    cuda)
        if command -v nvidia-smi >/dev/null && nvidia-smi -L >/dev/null 2>&1; then
            run_all O3 cuda
        elif (cd "$work" && compile "$work/cuda" -O3 --offload-arch=sm_70 --save-temps) && assembles; then
            worst=compiles
        else
            worst=refused
        fi
        ;;
    esac
    say $kind $worst
done
rm -rf "$work"
exit $status
