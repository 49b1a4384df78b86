// Parallel loops that no device can have are shared by threads of the host: with the reason why, where nothing else of the
// nest has a directive, where each thread's variables fit its stack, and not where each iteration waits for others' updates.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --explain source.c | %FileCheck %s
// RUN: %gantry annotate --explain source.c | grep -c 'directive parallel for' | grep -qx 6
// RUN: %gantry annotate --json source.c | grep -q '"directive": "parallel for if(n > 9)", "host": {"id": "GL503", .*"say": '
// RUN: %gantry annotate --to=openacc source.c -o acc.c; ! grep 'pragma omp parallel' acc.c
// RUN: %gantry annotate source.c -o written.c && %gcc -O1 source.c -o serial -lm && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc -lm && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %clang -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry -lm && OMP_NUM_THREADS=3 %run_emulated32 ./gantry | cmp - want
// RUN: OMP_NUM_THREADS=3 %gantry check written.c -lm > report 2>&1 || test $? = 2
// RUN: grep -q 'no finding' report || ! grep -q 'GC[0-9]' report
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000, MOST = 20000 };

// Data chooses the element.
// CHECK: parallel: no two iterations touch
// CHECK-NEXT: directive parallel for if(n > 9)
// CHECK-NEXT: host {{.*}} [GL503]
// CHECK-NEXT: memory    v, col, x
// CHECK-NEXT: say       #pragma ompx sizes(v[0:N1], col[0:N2], x[0:N3])
// CHECK: parallel: iterations meet in reductions alone
// CHECK-NEXT: reduction +: t
// CHECK-NEXT: none {{.*}} [GL502]
void matvec(int n, const int *restrict row, const int *restrict col, const double *restrict v, const double *restrict x,
            double *restrict y)
{
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            t += v[k] * x[col[k]];
        y[i] = t;
    }
}

// Which part of x is read nobody knows: it may be y.
// CHECK: parallel under a test
// CHECK: none {{.*}} [GL503]
void gather(int n, const int *col, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = x[col[i]] * x[col[i]] + 1;
}

// Updates would wait for each other.
// CHECK: parallel: iterations meet in elements
// CHECK-NEXT: update
// CHECK-NEXT: none {{.*}} [GL503]
void histogram(int n, const int *restrict key, long *restrict count)
{
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

// Last values, where an iteration runs, and sums.
// CHECK: lastprivate v
// CHECK: directive parallel for if({{.*}}) lastprivate(v) reduction(+: s)
// CHECK-NEXT: if        0 < n
double total(int n, const int *restrict at, const double *restrict x, double *last)
{
    double s = 0, v = 0;
    for (int i = 0; i < n; i++) {
        v = x[at[i]];
        s += v * v;
    }
    *last = v;
    return s;
}

// Each iteration allocates a block.
// CHECK: directive parallel for if(n > {{[0-9]+}})
// CHECK-NEXT: host {{.*}} [GL510]
void blocks(int n, double *restrict *restrict r)
{
    for (int i = 0; i < n; i++)
        r[i] = calloc(4, sizeof *r[i]);
}

// The loop outside needs more of a stack than threads have; the one inside does not.
// CHECK: parallel: no two iterations touch
// CHECK-NEXT: none {{.*}} [GL503]
// CHECK: directive parallel for
// CHECK-NEXT: host {{.*}} [GL503]
void large(int n, const int *restrict at, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        double all[MOST];
        for (int k = 0; k < MOST; k++)
            all[k] = x[at[i]] + k;
        y[i] = all[at[i] % MOST];
    }
}

// The place of the extreme value: no thread reads what another one has found.
// CHECK: reduction argmax: where
// CHECK-NEXT: directive parallel for if(n > {{[0-9]+}}) reduction(first_max: found)
// CHECK-NEXT: host {{.*}} [GL503]
int farthest(int n, const int *restrict at, const double *restrict x)
{
    int where = 0;
    double most = -1;
    for (int i = 0; i < n; i++)
        if (x[at[i]] > most) {
            most = x[at[i]];
            where = i;
        }
    return where;
}

// What stands beside it stays on the device as it was, and the host has it in between.
// CHECK: directive target
// CHECK: directive parallel for
// CHECK: directive target
double steps(int n, const int *restrict at, const double *restrict w, double *restrict y, int times)
{
    double *x = malloc(n * sizeof *x), s = 0;
    for (int i = 0; i < n; i++)
        x[i] = i % 17;
    for (int t = 0; t < times; t++) {
        for (int i = 0; i < n; i++)
            y[i] = x[i] * 0.5 + w[at[i]];
        for (int i = 0; i < n; i++)
            x[i] = y[i] + 1;
    }
    for (int i = 0; i < n; i++)
        s += x[i];
    free(x);
    return s;
}

int main(void)
{
    static int row[N + 1], col[4 * N], key[N];
    static double v[4 * N], x[MOST], y[N], last;
    static long count[16], all;
    static double *r[N];
    for (int i = 0; i <= N; i++)
        row[i] = 4 * i;
    for (int k = 0; k < 4 * N; k++) {
        col[k] = k * 7 % N;
        v[k] = k % 5;
    }
    for (int i = 0; i < MOST; i++)
        x[i] = i * 13 % 101;
    for (int i = 0; i < N; i++)
        key[i] = i * 31 % 16;
    matvec(N, row, col, v, x, y);
    gather(N, col, x, y);
    histogram(N, key, count);
    double sum = total(N, col, x, &last);
    blocks(N, r);
    for (int i = 0; i < N; i++)
        all += r[i] != NULL;
    large(20, key, x, y);
    double first = y[3] + y[N - 1], sums = steps(N, col, x, y, 3);
    int where = farthest(N, col, x);
    printf("%g %ld %g %g %ld %d %g\n", first, count[3], sum, last, all, where, sums);
    return 0;
}
