// What one run shows of loops that are not proved: said, never written; with --trust-observed written, under a comment.
// RUN: sed '/CHECK\|RUN\|WHY\|OTHER/d' %s > source.c && cp source.c before.c
// RUN: %gantry annotate --least-work=0 --observe --explain source.c -o said.c -- 300 > why
// RUN: %FileCheck %s --check-prefix=WHY < why
// RUN: %gantry annotate --least-work=0 source.c | cmp - said.c
// RUN: %gantry annotate --least-work=0 --observe source.c --explain -- 300 halves | %FileCheck %s --check-prefix=OTHER
// RUN: %gantry annotate --least-work=0 --no-data --observe --trust-observed source.c -o trusted.c -- 300
// RUN: %FileCheck %s < trusted.c
// RUN: grep -c 'Observed, not proved' trusted.c | grep -x 4
// RUN: %gantry annotate --least-work=0 --no-data --observe --trust-observed source.c -- 300 halves | grep -c 'Observed, not proved' | grep -x 1
// RUN: %gcc -O1 -Wall -Werror -Wno-maybe-uninitialized source.c -o serial && ./serial 300 > want
// RUN: %gcc -O1 -Wall -Werror -Wno-maybe-uninitialized -fopenmp -foffload=disable trusted.c -o gcc && ./gcc 300 | cmp - want
// RUN: %clang -O1 -Wall -Werror -fopenmp trusted.c -o clang && ./clang 300 | cmp - want
// RUN: %gantry cc -O1 -Wall -Wextra -Werror --offload-arch=emulated trusted.c -o gantry && ./gantry 300 | cmp - want
// RUN: GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./gantry 300 | cmp - want
// RUN: %gantry check --offload-arch=emulated trusted.c -- 300 > out 2> found && cmp out want && grep -q 'nothing found' found
// What was trusted, and is not so with other arguments, is found.
// RUN: %not --status 3 %gantry check --offload-arch=emulated trusted.c -- 300 halves > out 2> found && grep -q 'GC40' found
// RUN: %gantry annotate --observe --json source.c -- 300 | python3 -c "import json, sys; x = [json.loads(l).get('observed') for l in sys.stdin]; x = [o for o in x if o]; print(sorted(set(o['id'] for o in x)), [(d['kind'], d['name'], d['distance']) for o in x for d in o['dependences'] if d['name'] == 'a'])" | grep -xF "['GL701', 'GL702', 'GL703'] [('flow', 'a', 3)]"
// RUN: %gantry annotate --observe --trust-observed --html page.html source.c -- 300 && grep -c '<b>observed</b>' page.html | grep -x 5 && grep -q '<dt>seen</dt>.*a, line' page.html && for i in 105 701 702 703; do grep -q "id=\"GL$i\"" page.html || exit 1; done
// A run that fails shows nothing; a program that cannot be made neither. The file stays as it is.
// RUN: %not --status 1 %gantry annotate --observe --trust-observed --in-place source.c -- 300 permuted failing 2> err && grep -q 'ended with status 7' err && cmp source.c before.c
// RUN: printf 'void other(void);\nint main(void) { other(); return 0; }\n' > half.c && %not --status 1 %gantry annotate --observe --in-place half.c 2> err && grep -q 'could not be linked' err
// RUN: %not --status 2 %gantry annotate --trust-observed source.c 2> err && grep -q 'give both' err
// Several files, in folders with headers of their own; what a directive of the user's holds is left alone.
// RUN: mkdir -p a b && printf '#define N 50\nvoid fill(const int *ix, int *y);\n' > a/own.h && printf '#define N 60\n' > b/own.h
// RUN: printf '#include "own.h"\n#include "../a/own.h"\nint total = N;\nvoid fill(const int *ix, int *y)\n{\n    for (int i = 0; i < N; i++)\n        y[ix[i]] = i;\n}\n' > b/fill.c
// RUN: printf '#include "own.h"\nint ix[N], y[N];\nint main(void)\n{\n    for (int i = 0; i < N; i++)\n        ix[i] = N - 1 - i;\n#pragma omp parallel for\n    for (int i = 0; i < N; i++)\n        y[ix[i]] = 1;\n    fill(ix, y);\n    return y[0] - 49;\n}\n' > a/main.c
// RUN: sed -i 's/#define N 60/extern int total;/' b/own.h && %gantry annotate --observe --explain a/main.c b/fill.c | grep 'observed' | grep -x '  observed  no two iterations met in memory: 50 iterations in 1 run of the loop \[GL701\]'
#include <stdio.h>
#include <stdlib.h>

// WHY: source.c:[[#]]: serial: {{.*}} [GL306]
// WHY: observed no two iterations met in memory: 300 iterations in 1 run of the loop [GL701]
// CHECK-LABEL: void scatter(
// CHECK-NOT: omp
// CHECK: }
void scatter(int n, const int *ix, const double *x, double *y)
{
    for (int i = 0; i < n; i++) /* of which sizes are not known: no directive */
        y[ix[i]] = x[i];
}

// WHY: observed iterations met: 297 iterations in 1 run of the loop [GL702]
// WHY-NEXT: seen an iteration reads what another one wrote: a, line [[#]] and line [[#]], 3 iterations apart, 294 times
static void shift(int n, const int *by, double *a)
{
    for (int i = 3; i < n; i++)
        a[i] = a[i - by[i % 2]] + 1;
}

// A value that goes from iteration to iteration in a variable.
// WHY: observed iterations met: 300 iterations in 1 run of the loop [GL702]
// WHY-NEXT: seen an iteration reads what another one wrote: last, line [[#]] and line [[#]], 1 iteration apart, 2{{[0-9]+}} times
static double smooth(int n, const double *x)
{
    double last = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        last = last / 2 + x[i];
        sum += last;
    }
    return sum;
}

struct mesh {
    int *next;
    double *value;
};

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100, halves = argc > 2 && argv[2][0] == 'h';
    int *ix = malloc(n * sizeof *ix), count[8] = {0}, by[2] = {3, 3};
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), *z = malloc(n * sizeof *z), sum = 0, work[4];
    for (int i = 0; i < n; i++) {
        ix[i] = halves ? i / 2 : i * 7 % n;
        x[i] = i % 10;
        y[i] = z[i] = 1;
    }
    scatter(n, ix, x, y);
    shift(n, by, z);

    // Sums, elements that are updated and memory of each iteration are as ever.
    // WHY: observed no two iterations met in memory: 300 iterations in 1 run of the loop [GL701]
    // WHY-NEXT: source.c
    // OTHER: seen {{.*}}: y, line [[#]] and line [[#]], 1 iteration apart, 150 times
    // CHECK: /* Observed, not proved: no two of 300 iterations met in a run (arguments: 300). */
    // CHECK-NEXT: #pragma omp target teams distribute parallel for private(work) reduction(+: sum)
    // CHECK-NEXT: reduction(+: count) map(to: x[0:n > 0 ? n : 0], ix[0:n > 0 ? n : 0])
    // CHECK-NEXT: map(tofrom: y[0:n > 0 ? n : 0], count)
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 4; k++)
            work[k] = x[i] * k;
        y[ix[i]] = y[ix[i]] / 2 + work[3];
        count[ix[i] % 8]++;
        sum += work[1];
    }
    double *other = n > 5 ? z : x;

    // Pointers that may lead to the same memory are tested as ever.
    // CHECK: if (apart(
    // CHECK: /* Observed, not proved:
    for (int i = 0; i < n; i++)
        y[ix[i]] += 1.25 - y[ix[i]] / 4 + other[0];

    // The run does not come here.
    // WHY: observed the run did not come to two iterations of it that it could watch [GL703]
    if (n < 0)
        // CHECK: if (n < 0)
        // CHECK-NOT: pragma
        // CHECK: for (
        for (int i = 0; i < n; i++)
            y[ix[i]] = 0;

    struct mesh m = {ix, x};
    // CHECK: /* Observed, not proved:
    // CHECK-NEXT: #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
        int k = ix[i];
        z[k] = z[k] / (1 + z[k]);
    }
    // The upper half alone, which no analysis sees; this one the other arguments show, too.
    // CHECK: /* Observed, not proved:
    for (int i = 0; i < n / 2; i++)
        z[n / 2 + (i ^ 1) % (n / 2)] = z[i] + i;
    printf("%g %g %g %g %d %g %g\n", y[3], y[17], z[5], z[200 % n], count[3], sum, smooth(n, m.value));
    return argc > 3 ? 7 : 0;
}
