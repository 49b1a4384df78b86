#!/bin/bash
# run.sh: compiles the nests of generate.py with gantry and runs them on the host and on the emulated GPU, the whole
# matrix on JOBS cores. One line at the end; programs that failed and what they said stay in $KEEP.
#   GANTRY         the command (build/bin/gantry)        LEVELS  optimisation levels ("O0 O3")
#   WHAT           covering | all | random FIRST COUNT   FILES   cut into so many files (by the number of nests)
#   SHARE          "K N": only every N-th file from the K-th on; LIST: these files only
#   MODES          of: host emulated32 emulated64 seed lockstep softgpu ("host emulated32 emulated64 seed"); seed: a random
#                  schedule, of another number for each file, with both widths in turn; softgpu: PTX on the GPU in
#                  software, strict, in turn and with a random schedule
#   SEEDS          random schedules of each program in mode seed (1)
#   LINK_VARIANTS  options of gantry cc, one variant a line; "" is none. Default: one empty variant. A variant's options
#                  go to compile and link; host runs happen with the first variant only; mode lockstep adds --lockstep
#   ROTATE=1       a file gets one variant after another in turn, not all of them
#   CLANG=1        with clang-19 on the host first: what it refuses or fails is counted apart, as suspect
#   GENERATE       more words for generate.py: --called
#   KNOWN          numbers of nests that fail today (known.txt beside this script); KNOWN=none for none
set -u
here=$(dirname "$(realpath "$0")")
gantry=$(realpath "${GANTRY:-$here/../../build/bin/gantry}")
softgpu=$(dirname "$gantry")/../lib/gantry/libgantry_softgpu.so levels=${LEVELS:-O0 O3}
modes=${MODES:-host emulated32 emulated64 seed} jobs=${JOBS:-2} variants=${LINK_VARIANTS:-}
read -r what first count rest <<<"${WHAT:-covering} 1 20"
keep=$(realpath -m "${KEEP:-nests-failures}") known=${KNOWN:-$here/known.txt} seeds=${SEEDS:-1}
read -r share_k share_n <<<"${SHARE:-1 1}"
clang=$(command -v clang-19 || echo /usr/lib/llvm-19/bin/clang)
generate="python3 $here/generate.py ${GENERATE:-}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export KMP_WARNINGS=0 OMP_NUM_THREADS=4 OMP_WAIT_POLICY=passive
mapfile -t variant_list <<<"$variants"
excluded=
[ "$known" != none ] && [ -f "$known" ] && excluded=$known

start() { # MODE PROGRAM FILE SEED VARIANT
    local width=$((32 + 32 * ($3 % 2))) order
    [[ $5 == *simd-group=64* ]] && width=64
    local device="env GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY EXPECT_DEVICE=1 GANTRY_EMULATED_THREADS=1"
    case $1 in
    host) env OMP_TARGET_OFFLOAD=DISABLED timeout 120 "$2" ;;
    emulated32) $device GANTRY_EMULATED_WARP=32 timeout 300 "$2" ;;
    emulated64) $device GANTRY_EMULATED_WARP=64 timeout 300 "$2" ;;
    lockstep) $device GANTRY_EMULATED_WARP=64 GANTRY_EMULATED_LOCKSTEP=1 timeout 300 "$2" ;;
    softgpu)
        for order in 0 $4; do
            GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=$softgpu OMP_TARGET_OFFLOAD=MANDATORY EXPECT_DEVICE=1 \
                GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED=$order timeout 300 "$2" || return
        done
        ;;
    seed) $device GANTRY_EMULATED_WARP=$width GANTRY_EMULATED_SEED="$4" timeout 300 "$2" ;;
    esac
}

failed() { # NAME WHAT SAID
    mkdir -p "$keep"
    cp "$dir/p.c" "$keep/$1.c"
    { echo "== $1: $2"; head -c 6000 "$3"; echo; } >>"$keep/$1.txt"
    echo "FAIL $1 ($2)"
    head -n 12 "$3" | cut -c1-300 | sed "s/^/$1:   /"
}

compile_and_run() { # NAME FILE LEVEL VARIANT MODES ARCH
    local mode status seed options
    read -ra options <<<"$4"
    if ! timeout 300 "$gantry" cc -w "-$3" "--offload-arch=$6" "${options[@]}" "$dir/p.c" -o "$dir/p" -lm -latomic \
        >"$dir/said" 2>&1; then
        failed "$1" "compile -$3 $4 for $6" "$dir/said"
        return
    fi
    for mode in $5; do
        for ((seed = 1; seed <= seeds; seed++)); do
            [[ $4 == *simd-group=64* && $mode == emulated32 ]] && continue # a thread fits no warp of 32
            start "$mode" "$dir/p" "$2" $(($2 * 7 + seed)) "$4" >"$dir/said" 2>&1
            status=$?
            echo RUN
            [ $status -eq 0 ] || failed "$1" "$mode -$3 $4: status $status" "$dir/said"
            [ "$mode" = seed ] || break
        done
    done
}

one() { # FILE
    local dir=$work/$1 name level variant lockstep= softgpu_too= others= now clang_file turn=0
    mkdir "$dir"
    if [ "$what" = random ]; then
        name=random-$1
        $generate --random "$1" >"$dir/p.c" 2>"$dir/said"
    else
        name=$what-$1-of-$files
        cp "$work/files/$1.c" "$dir/p.c" 2>"$dir/said"
    fi || { failed "$name" generator "$dir/said"; return; }
    echo PROGRAM
    clang_file=$dir/p.c
    [ "$what" = random ] || clang_file=$work/clang-files/$1.c
    if [ -n "${CLANG:-}" ] && ! { timeout 300 "$clang" -w -O1 -fopenmp -fopenmp-version=52 "$clang_file" -o "$dir/c" -lm \
        -latomic && timeout 120 "$dir/c"; } >"$dir/said" 2>&1; then
        failed "$name" clang "$dir/said" | sed 's/FAIL/SUSPECT/'
    fi
    for now in $modes; do
        case $now in
        lockstep) lockstep=lockstep ;;
        softgpu) softgpu_too=softgpu ;;
        *) others+=" $now" ;;
        esac
    done
    for level in $levels; do
        now=$others
        for variant in "${variant_list[@]}"; do
            if [ -n "${ROTATE:-}" ] && [ $((turn++ % ${#variant_list[@]})) -ne $(($1 % ${#variant_list[@]})) ]; then
                continue
            fi
            [ -n "$now" ] && compile_and_run "$name" "$1" "$level" "$variant" "$now" emulated
            now=" $now "
            now=${now/ host / }
            [ -n "$lockstep" ] && compile_and_run "$name" "$1" "$level" "$variant --lockstep" lockstep emulated
            [ -n "$softgpu_too" ] && [[ $variant != *simd-group=64* ]] &&
                compile_and_run "$name" "$1" "$level" "$variant" softgpu sm_70
        done
    done
    rm -rf "$dir"
}

subset=
case $what in
covering | all)
    [ "$what" = covering ] && subset=covering
    pick=(${subset:+--subset $subset} ${FILES:+--of $FILES})
    # all files at once: to choose the nests takes longer than to write them
    read -r total files <<<"$($generate "${pick[@]}" ${excluded:+--except "$excluded"} --out "$work/files")"
    [ -n "$files" ] || exit 1
    [ -z "${CLANG:-}" ] || $generate "${pick[@]}" --for-clang --out "$work/clang-files" >"$work/said" || exit 1
    list=${LIST:-$(seq "$share_k" "$share_n" "$files")}
    ;;
random) list=$(seq $((first + share_k - 1)) "$share_n" $((first + count - 1))) total=0 files=0 ;;
*) echo "run.sh: WHAT is covering, all or 'random FIRST COUNT'" >&2 && exit 2 ;;
esac

begin=$SECONDS
for ((j = 0; j < jobs; j++)); do # one worker per core: the next file is whatever directory can still be made
    for file in $list; do
        mkdir "$work/taken-$file" 2>/dev/null && one "$file" >>"$work/log-$j" 2>&1
    done &
done
wait
cat "$work"/log-* | grep -v '^RUN$\|^PROGRAM$' | sort
programs=$(cat "$work"/log-* | grep -c '^PROGRAM$') runs=$(cat "$work"/log-* | grep -c '^RUN$')
bad=$(cat "$work"/log-* | grep -c '^FAIL\b') suspect=$(cat "$work"/log-* | grep -c '^SUSPECT\b')
about=
[ "$what" = random ] || about=" of $total nests${excluded:+ less the known}"
echo "$what: $programs programs$about, $runs runs, $bad failures, $suspect suspect of clang, $((SECONDS - begin)) s"
[ "$bad" -eq 0 ] && [ "$programs" -gt 0 ] && [ "$runs" -gt 0 ]
