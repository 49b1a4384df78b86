#!/bin/bash
# compare.sh EXAMPLES COMPILER...: builds each example with each compiler, runs it, and compares the results that the
# programs print (errors, values of pi, L2 errors of heat; times are left out) with those of the first compiler run on
# the host. A program of the first compiler also runs on the emulated GPU. Works in the current folder.
set -u
examples=$1
shift
compilers=("$@")
status=0

# name and value of each result in the output of program $1
results() {
    awk -v program="$1" '
        /^OK|^WRONG|^picture/ { next }
        program ~ /^vadd/ { print "errors", $(NF - 1) }
        program == "pi" && NR > 1 { print "value of version " NR - 1, $(NF - 1) }
        program ~ /^(saxpy|matmul)$/ && NR > 1 { print "errors of version " NR - 1, $NF }
        program == "heat" && NR > 2 { print "L2 error of " $1, $NF }
        program == "jacobi2d" && NR > 2 { print "iterations of " $1, $(NF - 2); print "error of " $1, $NF }
        program == "poisson" && /^[a-z]+:/ { version = $1 }
        program == "poisson" && $1 == "residual" { print "residual of " version, $2 + 0 }
        program == "saxpy_struct" && NR > 1 && NR < 4 { print "errors of version " NR - 1, $NF }
        program ~ /^(sparse_matvec|su3|ideal|laplace3d|transpose3d|interpolate3d)$/ && NR > 2 { print "sum of " $1, $NF }
        program == "cg" && NR > 2 && !/^ / { print "error of " $1, $NF }'
}

# compares two files of results: the same names, and values that agree to a part in a million
agree() {
    paste "$1" "$2" | awk -F '\t' '
        function number(s) { sub(/.* /, "", s); return s + 0 }
        function name(s) { sub(/ [^ ]*$/, "", s); return s }
        { d = number($1) - number($2); m = number($1); d = d < 0 ? -d : d; m = m < 0 ? -m : m
          if (name($1) != name($2) || d > 1e-6 * m) { print "    " $1 " against " $2; bad = 1 } }
        END { exit bad || NR == 0 }'
}

# runs command $4... of program $1 as compiler $2, named $3
check() {
    local program=$1 file=$2 what=$3
    shift 3
    if ! "$@" >"$file.out" 2>"$file.err"; then
        echo "$program, $what: failed: $*"
        tail -n 3 "$file.out" "$file.err"
        status=1
        return
    fi
    results "$program" <"$file.out" >"$file.results"
    if ! agree "$program.0.results" "$file.results"; then
        echo "$program, $what: results differ from those of ${compilers[0]}"
        status=1
    fi
}

compare() {
    local source=$1 program=${1##*/}
    shift
    for k in "${!compilers[@]}"; do
        # shellcheck disable=SC2086
        if ! ${compilers[$k]} -O2 -Wall -Wextra -Werror "$examples/$source.c" -o "$program.$k" -lm; then
            echo "$program: ${compilers[$k]} does not compile it, or warns"
            status=1
            continue
        fi
        check "$program" "$program.$k" "${compilers[$k]}" env OMP_TARGET_OFFLOAD=DISABLED "./$program.$k" "$@"
    done
    check "$program" "$program.emulated" "emulated GPU" \
        env GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY "./$program.0" "$@"
    echo "$program $*: compared"
}

compare vadd 1000
compare vadd_heap 100003
compare pi 100003
compare saxpy 100003
compare saxpy_struct 100003
compare matmul 67
compare heat 97 20
compare jacobi2d 31 45 20
compare poisson --loops 20 31 45
compare levels/sparse_matvec 5
compare levels/su3 131
compare levels/ideal 131 17
compare levels/laplace3d 11 12 13
compare levels/transpose3d 11 12 13
compare levels/interpolate3d 11 12 13
compare levels/cg 7
exit $status
