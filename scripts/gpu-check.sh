#!/bin/bash
# gpu-check.sh: does it all work on a real NVIDIA GPU? Ordered from small to large, stops at the first
# failure, takes five minutes at most, leaves a log to bring home. The GPU machine needs only its driver:
#
#   scripts/gpu-check.sh prepare DIR   here: builds every program for sm_70 into DIR, with their libraries
#   scripts/gpu-check.sh rows DIR      the same for the rows of docs/openmp.md (ROWS=1/3: a share of them); then run goes on
#                                      after a failure, and $OUT/rows.tsv has what each row did
#   scripts/gpu-check.sh run DIR       there: runs them; the log is $OUT/gpu-check.log ($OUT: gpu-check-out)
#   GANTRY=path/to/gantry              which compiler (default build/bin/gantry)
#   GPU_CHECK_KIND=emulated            rehearsal without a GPU: prepares for, or runs on, the emulated one
#   GPU_CHECK_KIND=softgpu             the code for a GPU, on the GPU in software (docs/softgpu.md)
#   GPU_CHECK_GROUPS="primitives maps" prepares these groups alone
#   GPU_CHECK_SECONDS=300              the time there is
# Exit status of run: 0 all right, 1 something failed, 3 out of time, 4 no GPU.
set -u
here=$(dirname "$(realpath "$0")")
top=$(dirname "$here")
kind=${GPU_CHECK_KIND:-cuda}
soft=
[ "$kind" = softgpu ] && kind=cuda soft=1

usage() {
    sed -n '2,15s/^# \{0,1\}//p' "$0"
    exit 2
}

# ---- prepare ----
# one line of the list: group, name, seconds it may take, arguments
add() { printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "${4:-}" >>"$dir/list"; }

# group name seconds arguments source: what Gantry does not support yet is skipped, and said; any other program
# that cannot be built makes the check fail
build() {
    local group=$1 name=$2 seconds=$3 arguments=$4 source=$5
    [ -z "${GPU_CHECK_GROUPS:-}" ] || [[ " $GPU_CHECK_GROUPS " = *" $group "* ]] || return 0
    # shellcheck disable=SC2086
    if "$gantry" cc -O3 --offload-arch="$arch" ${options:-} "$source" -o "$dir/bin/$name" -lm 2>"$dir/build.err"; then
        add "$group" "$name" "$seconds" "$arguments"
    elif grep -q 'not supported yet' "$dir/build.err"; then
        echo "skipped: $name: $(grep -m1 -o 'error: .*' "$dir/build.err")"
    else
        echo "not built: $name"
        sed 's/^/    /' "$dir/build.err" | head -5
        echo "$name" >>"$dir/not-built"
    fi
}

# Profile, trace, registers, limits, tools and overhead (docs/see.md): functions of this script, over two programs.
seeing() {
    local part clang
    [ -z "${GPU_CHECK_GROUPS:-}" ] || [[ " $GPU_CHECK_GROUPS " = *" see "* ]] || return 0
    clang=$(command -v clang-19 || echo /usr/lib/llvm-19/bin/clang)
    # the functions start these two; they are no lines of the list
    GPU_CHECK_GROUPS='' build see_program see_heat 60 "" "$top/examples/heat.c"
    GPU_CHECK_GROUPS='' options="-I $top/include" build see_program see_limits 60 "" "$top/src/driver/devices/measure.c"
    sed -i '/^see_program/d' "$dir/list"
    "$clang" -shared -fPIC -fopenmp "$top/tests/profile/Inputs/ompt_tool.c" -o "$dir/lib/see_tool.so" || echo see_tool >>"$dir/not-built"
    for part in profile trace registers limits tool overhead; do
        add see "$part" 120
    done
}

# three levels: the programs with options that force sizes and modes; the name tells which
levels() { # OPTIONS NAME
    local f options=$1
    for f in "$top"/tests/run/lanes_*.c "$top"/tests/regress/private_slots.c "$top"/examples/levels/*.c; do
        build levels "$2_$(basename "${f%.c}")" 60 "" "$f"
    done
}

prepare_folder() {
    gantry=${GANTRY:-$top/build/bin/gantry}
    if [ ! -x "$gantry" ]; then
        echo "gpu-check: $gantry is not there; run make first, or set GANTRY" >&2
        exit 1
    fi
    arch=sm_70
    [ "$kind" = emulated ] && arch=emulated
    rm -rf "$dir/bin" "$dir/lib" "$dir/list" "$dir/not-built"
    mkdir -p "$dir/bin" "$dir/lib"
    cp "$here/gpu-check.sh" "$dir/"
    cp -L /usr/lib/llvm-19/lib/libomp.so.5 "$dir/lib/"
    [ -z "$soft" ] || cp "$(dirname "$(dirname "$(realpath "$gantry")")")/lib/gantry/libgantry_softgpu.so" "$dir/lib/"
}

prepare() {
    prepare_folder
    for step in primitives launch maps; do
        build "$step" "$step" 60 "" "$top/tests/gpu/$step.c"
    done
    for f in "$top"/tests/gpu/*.c; do
        name=$(basename "${f%.c}")
        case $name in primitives | launch | maps) ;; *) build more "gpu_$name" 60 "" "$f" ;; esac
    done
    for f in "$top"/tests/run/*.c; do
        grep -q -- '--count' "$f" && continue # counts are the emulated device's; some are about the host alone
        grep -q '%run_emulated' "$f" && grep -q '// RUN:.*%s -o %t' "$f" && options=$(grep -om1 -- '-std=[a-z0-9]*' "$f") build language "run_$(basename "${f%.c}")" 60 "" "$f"
    done
    seeing
    levels "" levels
    levels "--parallel-mode=generic --simd-group=8" leaders8
    levels "--parallel-mode=generic --simd-group=32" leaders32
    levels "--teams-mode=generic --parallel-mode=generic --simd-group=4" generic4
    for f in "$top"/examples/*.c; do
        name=$(basename "${f%.c}")
        build examples "$name" 60 "$([ "$name" = heat ] && [ "$kind$soft" = cuda ] && echo 2000 20)" "$f"
    done
    rm -f "$dir/build.err"
    echo "$(wc -l <"$dir/list") programs in $dir; now: $dir/gpu-check.sh run $dir on the machine with the GPU"
    [ ! -e "$dir/not-built" ]
}

# Every row that needs nothing but its own program.
rows() {
    local f name share=${ROWS:-1/1} i=0
    prepare_folder
    for f in "$top"/tests/openmp/*/*.c; do
        grep -q '^// ROW:' "$f" && ! grep -qE '^// (ENV|FILES|REFUSED|DEVICES):' "$f" || continue
        i=$((i + 1))
        [ $((i % ${share#*/})) -eq $((${share%/*} % ${share#*/})) ] || continue
        name=${f#"$top/tests/openmp/"}
        name=${name%.c}
        # shellcheck disable=SC2046
        options="-I $top/tests/run $(sed -n 's,^// FLAGS: *,,p' "$f")" build row "row_${name/\//__}" 30 "" "$f"
        strip "$dir/bin/row_${name/\//__}" 2>/dev/null
    done
    rm -f "$dir/build.err"
    echo "$(wc -l <"$dir/list") rows in $dir; now: $dir/gpu-check.sh run $dir on the machine with the GPU"
}

# ---- run ----
say() { echo "$*" | tee -a "$log"; }

start_program() { # name seconds arguments…
    local name=$1 seconds=$2
    shift 2
    [ -z "$soft" ] || export GANTRY_CUDA_LIBRARY=$dir/lib/libgantry_softgpu.so
    [ -z "$soft" ] || seconds=$((5 * seconds)) # run_order_large has 2^32 iterations
    env OMP_TARGET_OFFLOAD=MANDATORY GANTRY_DEVICES="$kind" EXPECT_DEVICE=1 LD_LIBRARY_PATH="$dir/lib" \
        timeout -k 5 "$seconds" "$dir/bin/$name" "$@"
}

# ---- see: what the profile says; each prints what it found in its last line ----
see_run() { start_program see_heat 60 400 10 >/dev/null; }

see_profile() {
    GANTRY_PROFILE=$out/see.txt see_run || return 1
    grep -q '^gantry profile: .* in all$' "$out/see.txt" && grep -q '^region .* where$' "$out/see.txt" &&
        grep -qE ' 0: [0-9]+x[0-9]+x[0-9]+(\.\.)? spmd$' "$out/see.txt" || return 1
    grep -m1 ' spmd$' "$out/see.txt"
}

see_trace() {
    GANTRY_PROFILE=$out/see.json see_run || return 1
    local launches begins
    launches=$(grep -c '^{"ph":"X","pid":1,.*"cat":"launch"' "$out/see.json")
    begins=$(grep -c '^{"ph":"s"' "$out/see.json")
    [ "$launches" -gt 0 ] && [ "$launches" = "$begins" ] && [ "$(tail -1 "$out/see.json")" = "]}" ] || return 1
    echo "$launches launches, $(grep -c '^{"ph":"X"' "$out/see.json") slices"
}

# The driver's registers, and those of ptxas where there is one: the driver's compiler is another version, so that they may differ. The
# GPU in software only estimates them, to know how many blocks fit.
see_registers() {
    [ "$kind" = cuda ] || { echo "only of GPUs"; return 0; }
    grep -o '"name":"gantry_k_[a-z0-9_]*".*"registers":[0-9]*,"local_bytes":[0-9]*' "$out/see.json" |
        sed 's/"name":"\([^"]*\)".*"registers":\([0-9]*\),"local_bytes":\([0-9]*\)/\1 \2 \3/' >"$out/see.registers"
    cat "$out/see.registers"
    awk '$2 < 1 || $2 > 255 { bad = 1 } END { exit bad || NR == 0 }' "$out/see.registers" || return 1
    perl -0777 -ne 'print $1 while /(\.version [0-9.]+\n\.target[^\0]*)/g' "$dir/bin/see_heat" >"$out/see.ptx"
    local compared=
    if [ -n "$soft" ]; then
        compared=", estimated: not compared with those of ptxas"
    elif ! command -v ptxas >/dev/null; then
        compared=", not compared: there is no ptxas"
    elif [ -s "$out/see.ptx" ]; then
        ptxas -v -arch="$(grep -o '"arch":"sm_[0-9]*' "$out/see.json" | head -1 | cut -d'"' -f4)" "$out/see.ptx" -o /dev/null 2>&1 |
            sed -n "s/.*Compiling entry function '\([^']*\)'.*/\1/p; s/.*Used \([0-9]*\) registers.*/\1/p" | paste - - >"$out/see.ptxas"
        echo "of ptxas:" && cat "$out/see.ptxas"
        awk 'NR == FNR { of[$1] = $2; next } $1 in of && (of[$1] - $2 > 8 || $2 - of[$1] > 8) { print "far apart:", $1, $2, of[$1]; bad = 1 } END { exit bad }' "$out/see.ptxas" "$out/see.registers" || return 1
    fi
    echo "$(wc -l <"$out/see.registers") kernels$compared"
}

see_limits() {
    rm -f "$out/see.limits"
    start_program see_limits 110 "$out/see.limits" 1 || return 1
    grep -q 'fma_double' "$out/see.limits" && awk -F'\t' '!($3 > 0) { bad = 1 } END { exit bad }' "$out/see.limits" || return 1
    echo "$(wc -l <"$out/see.limits") limits"
}

see_tool() {
    OMP_TOOL_LIBRARIES=$dir/lib/see_tool.so start_program see_heat 60 400 2 2>&1 >/dev/null | tee "$out/see.tool" | head -40
    grep -q 'target' "$out/see.tool" && ! grep -q BAD "$out/see.tool" || return 1
    echo "$(wc -l <"$out/see.tool") callbacks"
}

# Pairs, with and without: the median of the differences. Nothing is demanded of it: others may be at work.
see_overhead() {
    local i begin middle end
    for i in 1 2 3 4 5 6 7; do
        begin=$(date +%s%N)
        see_run || return 1
        middle=$(date +%s%N)
        GANTRY_PROFILE=$out/see.txt see_run || return 1
        end=$(date +%s%N)
        echo "$begin $middle $end"
    done | awk '{ printf "%.2f\n", 100 * (($3 - $2) / ($2 - $1) - 1) }' | sort -n >"$out/see.overhead"
    [ "$(wc -l <"$out/see.overhead")" = 7 ] && echo "the profile costs $(sed -n 4p "$out/see.overhead") % of the time (median of 7 pairs)"
}

one() { # name seconds arguments…
    local begin=$SECONDS status
    echo "---- $1 ${*:3}" >>"$log"
    start_program "$@" >"$out/last" 2>&1
    status=$?
    cat "$out/last" >>"$log"
    if [ $status -eq 0 ]; then
        echo "ok      $1 ($((SECONDS - begin)) s)  $(grep -v '^$' "$out/last" | tail -1 | cut -c1-80)"
        return 0
    fi
    say "FAILED  $1: exit status $status (124: it ran out of time; over 128: a signal)"
    tail -15 "$out/last"
    echo "---- once more, with GANTRY_TRACE=1 (its last 300 lines)" >>"$log"
    GANTRY_TRACE=1 start_program "$@" 2>&1 | tail -300 >>"$log"
    return 1
}

run() {
    out=${OUT:-gpu-check-out}
    log=$out/gpu-check.log
    total=${GPU_CHECK_SECONDS:-300}
    [ -s "$dir/list" ] || { echo "gpu-check: $dir was not prepared" >&2; exit 2; }
    mkdir -p "$out"
    : >"$log"
    rm -f "$out/rows.tsv"
    {
        date -u
        uname -a
        nvidia-smi 2>&1 | head -20
    } >>"$log"
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | tee -a "$log"
    if [ "$kind" = cuda ] && [ -x "$dir/bin/device_query" ] && ! start_program device_query 60 >"$out/last" 2>&1; then
        cat "$out/last" | tee -a "$log"
        say "gpu-check: no GPU can be used here"
        exit 4
    fi
    local done=0 group name seconds arguments previous=
    SECONDS=0
    while IFS=$'\t' read -r group name seconds arguments; do
        local left=$((total - SECONDS))
        if [ $left -le 0 ]; then
            say "gpu-check: $total seconds are over after $done programs; the next is $name"
            exit 3
        fi
        [ "$group" != "$previous" ] && say "== $group"
        previous=$group
        # shellcheck disable=SC2086  # arguments are words
        if [ "$group" = row ]; then
            one "$name" $((seconds < left ? seconds : left)) </dev/null
            printf '%s\t%d\n' "$name" $? >>"$out/rows.tsv"
        elif [ "$group" = see ]; then
            echo "---- see $name" >>"$log"
            "see_$name" >"$out/last" 2>&1 || { cat "$out/last" | tee -a "$log"; say "gpu-check: stopped at see/$name; the log is $log"; exit 1; }
            cat "$out/last" >>"$log"
            echo "ok      see $name: $(tail -1 "$out/last" | cut -c1-100)"
        elif ! one "$name" $((seconds < left ? seconds : left)) $arguments </dev/null; then
            say "gpu-check: stopped at $group/$name; the log is $log"
            exit 1
        fi
        done=$((done + 1))
    done <"$dir/list"
    if [ -e "$dir/not-built" ]; then
        say "gpu-check: $done programs are right, but not built were: $(tr '\n' ' ' <"$dir/not-built")"
        exit 1
    fi
    if [ -e "$out/rows.tsv" ] && grep -q '	1$' "$out/rows.tsv"; then
        say "gpu-check: $(grep -c '	1$' "$out/rows.tsv") of $done rows are not right: see $out/rows.tsv"
        exit 1
    fi
    say "gpu-check: all $done programs are right ($SECONDS s)"
}

[ $# -eq 2 ] || usage
case $1 in
prepare | rows | run)
    [ "$1" != run ] && mkdir -p "$2"
    dir=$(realpath "$2")
    "$1"
    ;;
*) usage ;;
esac
