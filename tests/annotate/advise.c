// `gantry advise`: data of the program's own target constructs stays on the device where that is proved to keep all results, and
// only there; programs print the same as before, with every compiler.
// RUN: sed '/CHECK\|SAID\|RUN/d' %s > source.c
// RUN: cp source.c after.c && %gantry advise --apply after.c | sed 's/after\.c:[0-9]*:/FILE:/' > said && %FileCheck --check-prefix=SAID %s < said
// RUN: %FileCheck %s < after.c
// RUN: %gantry advise after.c -o again.c && cmp after.c again.c
// RUN: %gcc -O1 source.c -o serial -lm && ./serial > want && ./serial 0 > none
// RUN: %gcc -O1 -fopenmp -foffload=disable after.c -o gcc -lm && ./gcc | cmp - want && ./gcc 0 | cmp - none
// RUN: %clang -fopenmp -fsyntax-only after.c
// RUN: %gantry cc -O1 --offload-arch=emulated source.c -o before -lm && %gantry cc -O1 --offload-arch=emulated after.c -o after -lm
// RUN: ./after | cmp - want && %run_emulated32 ./after | cmp - want && %run_emulated32 ./after 0 | cmp - none
// RUN: %gantry check -O1 after.c > checked && cmp checked want
// RUN: %gantry verify -O1 after.c > verified && cmp verified want
// RUN: for p in before after; do GANTRY_DEVICES=emulated GANTRY_TRACE=1 ./$p 2>&1 | grep -cE 'copy (to|from) ' > $p.copies; done; cat *.copies
// RUN: test $(cat after.copies) -lt $(($(cat before.copies) / 3))
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };
static double grid[N], next[N], rhs[N];

static double *allocate(int n)
{
    double *p = malloc(n * sizeof *p);
    if (!p)
        exit(1);
    for (int i = 0; i < n; i++)
        p[i] = i % 7;
    return p;
}

static void step(int n, double *u, double *u_new)
{
#pragma omp target teams distribute parallel for map(tofrom: u[0:n], u_new[0:n])
    for (int i = 1; i < n - 1; i++)
        u_new[i] = (u[i - 1] + u[i + 1]) / 2;
}

// The naive heat equation: pointers are exchanged, the regions are in a function.
// CHECK-LABEL: static void heat
// CHECK: #pragma omp target enter data map(to: u[0:n], v[0:n])
// CHECK-NEXT: for (int k = 0; k < 20; k++)
// CHECK: #pragma omp target exit data map(from: u[0:n]) map(release: v[0:n])
// SAID: FILE: data stays on the device, to line {{[0-9]+}}: proved [GL601]
// SAID-NEXT: directive target enter data map(to: u[0:n], v[0:n])
static void heat(int n)
{
    double *u = allocate(n), *v = allocate(n);
    for (int k = 0; k < 20; k++) {
        step(n, u, v);
        double *t = u;
        u = v;
        v = t;
    }
    printf("%.6f\n", u[n / 2]);
    free(u);
    free(v);
}

// Jacobi: ends by what it finds; prints now and then, for which it needs one array.
// CHECK-LABEL: static int jacobi
// CHECK: #pragma omp target data map(to: rhs) map(tofrom: grid, next)
// CHECK-NEXT: while (change
// CHECK: #pragma omp target update from(grid)
// CHECK-NEXT: if (rounds % 10 == 0)
static int jacobi(double tolerance, int most)
{
    double change = 1;
    int rounds = 0;
    while (change > tolerance && rounds < most) {
#pragma omp target teams distribute parallel for map(to: grid, rhs) map(tofrom: next)
        for (int i = 1; i < N - 1; i++)
            next[i] = (grid[i - 1] + grid[i + 1] + rhs[i]) / 3;
        change = 0;
#pragma omp target teams distribute parallel for reduction(max: change) map(tofrom: grid, next, change)
        for (int i = 1; i < N - 1; i++) {
            change = fmax(change, fabs(grid[i] - next[i]));
            grid[i] = next[i];
        }
        rounds++;
        if (rounds % 10 == 0)
            printf("%d %.6f\n", rounds, grid[5]);
    }
    return rounds;
}

static void matvec(int n, const int *row, const int *col, const double *val, const double *x, double *y)
{
    int nz = row[n];
#pragma omp target teams distribute parallel for map(to: row[0:n + 1], col[0:nz], val[0:nz], x[0:n]) map(from: y[0:n])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += val[k] * x[col[k]];
        y[i] = s;
    }
}

static double dot(int n, const double *a, const double *b)
{
    double s = 0;
#pragma omp target teams distribute parallel for reduction(+: s) map(to: a[0:n], b[0:n]) map(tofrom: s)
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static void axpy(int n, double alpha, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += alpha * x[i];
}

static void xpay(int n, const double *x, double beta, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] = x[i] + beta * y[i];
}

// Conjugate gradients in functions of their own; how much of `col` they use is known in one of them alone: all of it is mapped.
// CHECK-LABEL: static void gradients
// CHECK: #pragma omp target enter data
// CHECK-NEXT: map(to: r[0:n], row[0:n + 1], col[0:3 * n > 0 ? 3 * n : 0], val[0:3 * n > 0 ? 3 * n : 0], \
// CHECK-NEXT: p[0:n], q[0:n], x[0:n])
// CHECK: #pragma omp target exit data map(from: x[0:n])
static void gradients(int n)
{
    int *row = malloc((n + 1) * sizeof *row), *col = malloc(3 * n * sizeof *col), k = 0;
    double *val = malloc(3 * n * sizeof *val), *x = malloc(n * sizeof *x), *r = malloc(n * sizeof *r);
    double *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    for (int i = 0; i < n; i++) {
        row[i] = k;
        if (i) {
            col[k] = i - 1;
            val[k++] = -1;
        }
        col[k] = i;
        val[k++] = 3;
        if (i < n - 1) {
            col[k] = i + 1;
            val[k++] = -1;
        }
        x[i] = 0;
        r[i] = p[i] = 1;
    }
    row[n] = k;
    double rr = dot(n, r, r);
    for (int it = 0; it < 30 && rr > 1e-8; it++) {
        matvec(n, row, col, val, p, q);
        double alpha = rr / dot(n, p, q);
        axpy(n, alpha, p, x);
        axpy(n, -alpha, q, r);
        double now = dot(n, r, r);
        xpay(n, r, now / rr, p);
        rr = now;
    }
    printf("%.5f %.5f\n", x[0], x[n / 2]);
    free(row);
    free(col);
    free(val);
    free(x);
    free(r);
    free(p);
    free(q);
}

// Whether the memory is there when the loop does not run is not known: a test of what begins the loop.
// CHECK-LABEL: static void halves
// CHECK: const int stays_[[N:[0-9]+]] = 0 < most && error > 1e-3;
// CHECK-NEXT: #pragma omp target data if(stays_[[N]]) map(tofrom: a[0:n])
// CHECK-NEXT: for (int k
static void halves(int n, int most, double *a)
{
    double error = 1;
    for (int k = 0; k < most && error > 1e-3; k++) {
        error = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(max: error)
        for (int i = 0; i < n; i++) {
            a[i] /= 2;
            error = fmax(error, a[i]);
        }
    }
}

// The same, counted: the test needs no place of its own.
// CHECK-LABEL: static void counted
// CHECK: #pragma omp target data if(most >= 1) map(tofrom: a[0:n])
// CHECK-NEXT: for (int k
static void counted(int n, int most, double *a)
{
    for (int k = 0; k < most; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += k;
    }
}

// In some rounds alone, and not in the first: nothing tells whether there is memory.
// CHECK-LABEL: static void late
// CHECK-NOT: pragma omp target {{(enter )?}}data
static void late(int n, int most, double error, double *a)
{
    for (int k = 0; k < most && error > 1e-3; k++) {
        if (k > 2) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
            for (int i = 0; i < n; i++)
                a[i] += k;
        }
        error /= 2;
    }
}

// The host stores in each round, in the middle and to one element.
// CHECK-LABEL: static void between
// CHECK: #pragma omp target data {{.*}}map(tofrom: a[0:n])
// CHECK: #pragma omp target update {{.*}}from(a[0:n])
// CHECK-NEXT: a[0] = k;
// CHECK-NEXT: #pragma omp target update {{.*}}to(a[0:n])
static void between(int n, double *a)
{
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 1; i < n; i++)
            a[i] += 1;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 1; i < n; i++)
            a[i] *= 1.5;
        a[0] = k;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 1; i < n; i++)
            a[i] += a[0];
    }
}

// A part of an array is on the device, and the host reads another one.
// CHECK-LABEL: static void parts
// CHECK: #pragma omp target data map(tofrom: grid[2:N - 2])
// CHECK: #pragma omp target update from(grid[2:N - 2])
// CHECK-NEXT: printf
static void parts(void)
{
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for map(tofrom: grid[2:N - 2])
        for (int i = 2; i < N; i++)
            grid[i] += 1;
        printf("%g\n", grid[1]);
    }
}

// Ways out in the middle: what is before them and after them.
// CHECK-LABEL: static int leaves
// CHECK: #pragma omp target enter data {{.*}}map(to: a[0:n])
// CHECK: #pragma omp target exit data {{.*}}map(from: a[0:n])
// CHECK-NEXT: if (a[n / 2] > limit)
// CHECK-NEXT: return 1;
// CHECK: #pragma omp target enter data {{.*}}map(to: a[0:n])
// CHECK: #pragma omp target exit data {{.*}}map(from: a[0:n])
static int leaves(int n, double limit, double *a)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] *= 2;
    if (a[n / 2] > limit)
        return 1;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] *= 2;
    return 0;
}

// `target data` of a function goes around the loop that calls it.
static void smooth(int n, double *a, double *b)
{
#pragma omp target data map(tofrom: a[0:n]) map(alloc: b[0:n])
    {
#pragma omp target teams distribute parallel for
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
#pragma omp target teams distribute parallel for
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
}
// CHECK-LABEL: static void merged
// CHECK: #pragma omp target data if(rounds >= 1) map(tofrom: a[0:n]) map(alloc: b[0:n])
// CHECK-NEXT: for (int k
static void merged(int n, int rounds, double *restrict a, double *restrict b)
{
    for (int k = 0; k < rounds; k++)
        smooth(n, a, b);
}

// Two directives that follow each other.
// CHECK-LABEL: static void joined
// CHECK: #pragma omp target enter data map(to: a[0:n])
// CHECK-NEXT: #pragma omp target data map(tofrom: a[0:n])
// CHECK: #pragma omp target exit data map(from: a[0:n])
static void joined(int n, double *a)
{
#pragma omp target data map(tofrom: a[0:n])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] += 2;
    }
#pragma omp target data map(tofrom: a[0:n])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] *= 3;
    }
}

// The two may lead to the same memory: a test.
// CHECK-LABEL: static void overlapping
// CHECK: #pragma omp target data if(apart(a, a + n, b, b + n))
static void overlapping(int n, double *a, double *b)
{
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += 1;
#pragma omp target teams distribute parallel for map(tofrom: b[0:n])
        for (int i = 0; i < n; i++)
            b[i] += 2;
    }
}

// Where `at` leads is known in each round alone.
// CHECK-LABEL: static void aliased
// CHECK-NOT: pragma omp target {{(enter )?}}data
static void aliased(int n, double *a, double **at)
{
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += 1;
        at[k][k] += 1;
    }
}

// Nobody knows what the function does.
// CHECK-LABEL: static void called
// CHECK-NOT: pragma omp target {{(enter )?}}data
static void called(int n, double *a, void (*tell)(double *))
{
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += 1;
        tell(a);
    }
}
static void doubles(double *a) { a[1] *= 2; }

// What the device stores is thrown away, on purpose: staying there, it would be seen by the next round.
// CHECK-LABEL: static double thrown
// CHECK-NOT: pragma omp target {{(enter )?}}data
static double thrown(int n, double *a)
{
    double s = 0;
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for map(to: a[0:n]) reduction(+: s)
        for (int i = 0; i < n; i++) {
            a[i] += i;
            s += a[i];
        }
    }
    return s;
}

// Some rounds are the host's.
// CHECK-LABEL: static void chosen
// CHECK-NOT: pragma omp target {{(enter )?}}data
static void chosen(int n, double *a)
{
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(k != 1)
        for (int i = 0; i < n; i++)
            a[i] += 1;
    }
}

// It is also called where a `target data` holds.
// CHECK-LABEL: static void present
// CHECK-NOT: pragma omp target {{(enter )?}}data
static void present(int n, double *a)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}

// What is not proved is said, in the order of the functions.
// SAID: FILE: a: not proved: {{.*}} [GL617]
// SAID: FILE: a: not proved: {{.*}} [GL611]
// SAID-NEXT: at line {{[0-9]+}}: at[k][k]
// SAID: FILE: not proved: it calls a function that may do more than compute a result [GL403]
// SAID-NEXT: at line {{[0-9]+}}: tell(a)
// SAID: FILE: a: not proved: {{.*}} [GL612]
// SAID-NEXT: at line {{[0-9]+}}: a[i]
// SAID: FILE: not proved: {{.*}} [GL613]
// SAID: FILE: not proved: {{.*}} [GL619]
// CHECK-LABEL: int main
int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 4;
    double *a = allocate(N), *b = allocate(N), *ways[3] = {a, b, a}, *scratch = allocate(N);
    for (int i = 0; i < N; i++)
        grid[i] = rhs[i] = i % 5;
    heat(N);
    int needed = jacobi(1e-3, 10 * rounds);
    printf("%d %.6f\n", needed, grid[7]);
    parts();
    gradients(500);
    halves(N, rounds, rounds ? a : NULL);
    counted(N, rounds, rounds ? a : NULL);
    late(N, rounds, 0.003, NULL);
    between(N, a);
    printf("%d\n", leaves(N, 1e3 * rounds, b));
    merged(N, rounds, rounds ? a : NULL, scratch);
    joined(N, a);
    overlapping(N / 2, a, b);
    overlapping(N / 2, a, a + 7);
    aliased(N, a, ways);
    called(N, a, doubles);
    double lost = rounds < 0 ? thrown(N, a) : 0; // which a serial run would not throw away
    chosen(N, a);
#pragma omp target data map(tofrom: b[0:N])
    present(N, b);
    present(N, a);
    double s = lost;
    for (int i = 0; i < N; i++)
        s += (a[i] + b[i]) * (i % 3);
    printf("%.4f\n", s);
    free(a);
    free(b);
    free(scratch);
}
