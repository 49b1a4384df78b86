// Memory of pointers that are declared first and get their block by one assignment: apart from others, and as long as the call says.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 --no-data source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gantry annotate --least-work=0 source.c -o stays.c && grep -c 'omp target enter data' stays.c | grep -x 1
// RUN: %gcc -O1 -Wno-maybe-uninitialized source.c -o serial && ./serial > want
// RUN: for f in written stays; do %gcc -O1 -fopenmp -foffload=disable $f.c -o gcc && ./gcc | cmp - want && %gantry cc -O1 --offload-arch=emulated $f.c -o gantry && ./gantry | cmp - want && GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./gantry | cmp - want || exit 1; done
// RUN: %gantry check --offload-arch=emulated stays.c > out 2> found && cmp out want && grep -q 'nothing found' found
#include <stdio.h>
#include <stdlib.h>

// CHECK-LABEL: static double gather(
// CHECK: map(from: ix[0:n > 0 ? n : 0], x[0:n > 0 ? n : 0])
// CHECK: parallel for reduction(+: sum)
// CHECK-NEXT: map(to: ix[0:n > 0 ? n : 0], x[0:n > 0 ? n : 0])
static double gather(int count)
{
    int n, *ix = NULL;
    double *x, sum = 0;
    n = count;
    if (!(x = malloc(n * sizeof(double))))
        return 0;
    ix = (int *)calloc(n, sizeof(int));
    for (int i = 0; i < n; i++) {
        ix[i] = i * 7 % n;
        x[i] = i / 4.0;
    }
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] * i;
    free(x);
    free(ix);
    return sum;
}

// The length is another one by then.
// CHECK-LABEL: static double shorter(
// CHECK-NOT: #pragma omp target
// CHECK: return sum;
static double shorter(int n, const int *ix)
{
    double *x, sum = 0;
    x = calloc(n, sizeof *x);
    n = n / 2;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + 1;
    return sum;
}

// It may have no block at all, or one of another call.
// CHECK-LABEL: static double perhaps(
// CHECK-NOT: #pragma omp target
// CHECK: return sum;
static double perhaps(int n, const int *ix)
{
    double *x, *y, sum = 0;
    if (n > 2)
        x = calloc(n, sizeof *x);
    y = calloc(n, sizeof *y);
    if (n > 5)
        y = calloc(n + 1, sizeof *y);
    for (int i = 0; n > 2 && i < n; i++)
        sum += x[ix[i]] + 1;
    for (int i = 0; i < n; i++)
        sum += y[ix[i]] + 1;
    return sum;
}

// Two blocks are apart; what is chosen among them is not.
// CHECK-LABEL: static double apart_of_each_other(
// CHECK: parallel for
// CHECK-NEXT: map(from: x[0:n > 0 ? n : 0], y[0:n > 0 ? n : 0])
// CHECK: if (apart({{.*}}z
static double apart_of_each_other(int n)
{
    double *x, *y, *z;
    x = malloc(n * sizeof *x);
    y = malloc(n * sizeof *y);
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = -i;
    }
    z = n > 3 ? y : x;
    for (int i = 1; i < n; i++)
        y[i] = z[i - 1] + x[i];
    return y[n - 1];
}

// A block for each round: another one in the next.
// CHECK-LABEL: static double rounds(
// CHECK-NOT: enter data
// CHECK: parallel for map(from: x[0:n > 0 ? n : 0])
// CHECK: return sum;
static double rounds(int n)
{
    double *x, sum = 0;
    for (int t = 0; t < 3; t++) {
        x = malloc(n * sizeof *x);
        for (int i = 0; i < n; i++)
            x[i] = i + t;
        sum += x[n / 2];
        free(x);
    }
    return sum;
}

// The switch may go behind the assignment.
// CHECK-LABEL: static double cases(
// CHECK-NOT: #pragma omp target
// CHECK: return sum;
static double cases(int n, int k, int m, const int *ix)
{
    double *x = NULL, sum = 0;
    switch (k) {
    case 0:
        sum = 1;
        x = calloc(n, sizeof *x);
    default:
        for (int i = 0; i < m; i++)
            sum += x[ix[i]] + 1;
    }
    return sum;
}

int main(void)
{
    int ix[20];
    for (int i = 0; i < 20; i++)
        ix[i] = i / 2;
    printf("%g %g %g %g %g %g %g\n", gather(50), shorter(20, ix), perhaps(20, ix), apart_of_each_other(30), rounds(25),
           cases(20, 0, 20, ix), cases(20, 1, 0, ix));
    return 0;
}
