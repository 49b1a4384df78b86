#!/bin/bash
# compile-scale.sh BUILD [SIZES…]: how compile and link time grow with the number of target regions, of device functions and
# of files. Time is processor time of all processes (user and system), the least of three runs: a loaded machine adds
# little to it. For each size: seconds, and seconds per item relative to the size before (1.0 = linear).
#
#   regions    N functions with one region each, in one file        link-…     the link of what the row above made
#   big        N regions in one function                            files      N files with one region each, in one link
#   functions  N device functions, called by N/10 regions           gantry     Gantry's own part of the same: no clang
set -eu
build=$(realpath "${1:?usage: compile-scale.sh BUILD [SIZES…]}")
shift
sizes=${*:-10 100 1000}
gantry="$build/bin/gantry cc -O2 --offload-arch=${ARCH:-sm_70}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

region() { # region NAME CONSTANT CALL
    echo "void $1(double *a, int n);
void $1(double *a, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = a[i] * $2 + $3;
}"
}
regions() { for ((i = 0; i < $1; i++)); do region f$i $i i; done; }
functions() {
    echo '#pragma omp declare target'
    for ((i = 0; i < $1; i++)); do
        echo "static double g$i(double x, int k) { double s = $i; while (k-- > 0) s = s * x + $i; return s; }"
    done
    echo '#pragma omp end declare target'
    for ((i = 0; i < $1; i += 10)); do
        call=0
        for ((k = i; k < i + 10 && k < $1; k++)); do call="$call + g$k(a[i], n)"; done
        region f$i $i "$call"
    done
}
big() {
    echo 'void f(double *a, int n); void f(double *a, int n) {'
    for ((i = 0; i < $1; i++)); do
        echo "#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
for (int i = 0; i < n; i++) a[i] = a[i] * $i + i;"
    done
    echo '}'
}

cpu() { # cpu COMMAND…: processor seconds, the least of three
    local best=
    for run in 1 2 3; do
        local t
        t=$( { TIMEFORMAT='%U %S'; time "$@" >log 2>&1; } 2>&1 | awk '{ print $1 + $2 }')
        best=$(echo "$t ${best:-$t}" | awk '{ print $1 < $2 ? $1 : $2 }')
        [ "$(echo "$t" | awk '{ print $1 > 20 }')" = 0 ] || break # long ones are not noisy
    done
    echo "$best"
}
declare -A before
row() { # row NAME N SECONDS
    local growth=-
    [ -z "${before[$1]:-}" ] || growth=$(echo "$3 $2 ${before[$1]}" | awk '{ printf "%.2f", $1 / $2 / ($3 / $4) }')
    before[$1]="$3 $2"
    printf '%-16s %6d %9.2f s %8s\n' "$1" "$2" "$3" "$growth"
}
for n in $sizes; do
    for what in regions big functions; do
        $what "$n" >$what.c
        row "gantry $what" "$n" "$(cpu $gantry --dump=device,host $what.c)"
        row "$what" "$n" "$(cpu $gantry -c $what.c -o $what.o -fPIC)"
        row "link-$what" "$n" "$(cpu $gantry -shared $what.o -o $what.so)"
    done
    rm -f part-*
    for ((i = 0; i < n; i++)); do region f$i $i i >part-$i.c; done
    compile_all() { for ((i = 0; i < n; i++)); do $gantry -fPIC -c part-$i.c -o part-$i.o || return; done; }
    [ "$n" -gt 100 ] || row "files" "$n" "$(cpu compile_all)"
    if [ "$n" -le 100 ]; then
        row "link-files" "$n" "$(cpu $gantry -shared part-*.o -o files.so)"
        ar rcs files.a part-*.o
        row "link-archive" "$n" "$(cpu $gantry -shared -Wl,--whole-archive files.a -Wl,--no-whole-archive -o files.so)"
    fi
done
