#!/bin/sh
# new_rows.sh SOURCE CMAKE-ARGUMENTS...: what docs/add-a-clause.md says, tried. A copy of the sources gets a clause and a
# directive that nobody has heard of: a row each, and a line in the generator's table for the directive. The front end
# must then parse them, check them, and say what is wrong with them. It takes a minute: label all.
set -eu
src=$1
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$src"
cp -r CMakeLists.txt LICENSE cmake examples include lib runtime scripts softgpu src tests "$dir"
cd "$dir"
sed -i '/^CLAUSE(FILTER,/a CLAUSE(PACE, "pace", EXPR, ONCE, POSITIVE, L_PARALLEL)' src/tables/clauses.def
sed -i 's/^#define WORKSHARES .*/&, D_BATCH/' src/tables/clauses.def
sed -i '/^DIRECTIVE(SCOPE,/a DIRECTIVE(BATCH, "batch", BLOCK, BOTH, WORKSHARE, ALL, SYNC)' src/tables/directives.def
sed -i 's/{DIR_SCOPE, emit_scope},/& {DIR_BATCH, emit_scope},/' src/gen/device/sync.c
test "$(grep -rlE '\b(PACE|D_BATCH|DIR_BATCH|BATCH)\b' src | sort | tr '\n' ' ')" = \
    "src/gen/device/sync.c src/tables/clauses.def src/tables/directives.def "
cmake -S . -B build -G Ninja "$@" >log 2>&1 && ninja -C build -j2 gantry-front >>log 2>&1 || { tail -30 log; exit 1; }

cat >good.c <<'C'
void f(int n, double *a)
{
#pragma omp target map(tofrom: a[:n])
#pragma omp parallel pace(4)
    {
#pragma omp batch nowait firstprivate(n)
        a[0] = n;
    }
}
C
cat >bad.c <<'C'
void f(int n, double *a)
{
#pragma omp target map(tofrom: a[:n])
#pragma omp parallel pace(0)
    {
#pragma omp batch pace(2)
        {
#pragma omp batch
            a[0] = 1;
        }
#pragma omp bacth
        a[1] = n;
    }
}
C
wants()
{
    grep -qF "$2" "$1" || { echo "not in the output: $2"; cat "$1"; exit 1; }
}
build/bin/gantry-front --no-check good.c >out 2>&1 || { cat out; exit 1; }
wants out '#1 parallel good.c:4 device pace(4)'
wants out '#2 batch good.c:6 device nowait firstprivate(n)'
if build/bin/gantry-front --no-check bad.c >out 2>&1; then
    echo "bad.c was taken"
    exit 1
fi
wants out "'pace' needs a positive number, not 0 [GN0211]"
wants out "'batch' does not take the clause 'pace' [GN0202]"
wants out "'batch' may not stand in 'batch': both divide work among the same threads [GN0301]"
wants out "unknown OpenMP directive 'bacth'; did you mean 'batch'? [GN0102]"
