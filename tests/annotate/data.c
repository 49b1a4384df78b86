// Data that stays on the device: where regions use it one after the other and the host does not touch it in between, and only
// there; programs print the same as before, with every compiler.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial -lm && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc -lm && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -O1 written.c > checked && cmp checked want
// RUN: %gantry annotate --no-data source.c > copied.c && %not grep -q 'target data map\|enter data' copied.c
// RUN: %gantry annotate --explain source.c | grep -q 'data, to line.*GL601'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2000 };

static double *allocate(int n)
{
    double *p = malloc(n * sizeof *p);
    if (!p)
        exit(1);
    return p;
}

static void step(int n, const double *restrict old, double *restrict new)
{
    for (int i = 0; i < n; i++)
        new[i] = 0.5 * old[i] + 0.25 * (old[i > 0 ? i - 1 : 0] + old[i < n - 1 ? i + 1 : n - 1]);
}

static double dot(int n, const double *a, const double *b)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static void scale(int n, double *a, const double *b)
{
    for (int i = 0; i < n; i++)
        a[i] = 2 * b[i] - a[i];
}

// Pointers are exchanged, in functions' regions, in a loop that ends when it is done; what is not read later is not copied back.
// CHECK-LABEL: static void exchanged
static void exchanged(int n)
{
    double *u = allocate(n), *v = allocate(n), change = 1;
    // CHECK: #pragma omp target enter data map(alloc: u[0:n > 0 ? n : 0], v[0:n > 0 ? n : 0])
    // CHECK-NEXT: #pragma omp target teams distribute
    for (int i = 0; i < n; i++) {
        u[i] = i % 7;
        v[i] = 0;
    }
    // CHECK: while
    while (change > 1e-1) {
        step(n, u, v);
        change = 0;
        for (int i = 0; i < n; i++)
            change = fmax(change, fabs(u[i] - v[i]));
        // CHECK: double *swap = u;
        double *swap = u;
        u = v;
        v = swap;
    }
    // CHECK: #pragma omp target teams distribute parallel for reduction(+: sum)
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += u[i] * (i % 3);
    // CHECK: #pragma omp target exit data map(release: u[0:n > 0 ? n : 0], v[0:n > 0 ? n : 0])
    printf("%.6f\n", sum);
    free(u);
    free(v);
}

// Read after the loop: copied back.
// CHECK-LABEL: static void read_later
static void read_later(int n, double *restrict u, const double *restrict f)
{
    // CHECK: #pragma omp target data map(to: f[0:n > 999 ? n : 0]) map(tofrom: u[0:n > 999 ? n : 0])
    // CHECK-NEXT: for (int k
    int rounds = n / 1000;
    for (int k = 0; k < rounds; k++) {
        for (int i = 0; i < n; i++)
            u[i] += f[i];
        for (int i = 0; i < n; i++)
            u[i] *= 0.5;
    }
}

// The host touches u in each round, and w goes to a function that nobody knows here.
// CHECK-LABEL: static void touched
static void touched(int n, double *u, double *restrict w, int (*other)(double *))
{
    // CHECK-NOT: {{enter|target}} data
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < n; i++)
            u[i] += 1;
        u[k] = u[k + 1] * 2;
        for (int i = 0; i < n; i++)
            w[i] += 1;
        // CHECK: other(w)
        other(w);
        for (int i = 0; i < n; i++)
            w[i] *= 2;
    }
}

// r and r are the same, and so are q and q: the regions run.
// CHECK-LABEL: static void twice
static void twice(int n, double *restrict r, double *restrict q)
{
    // CHECK: target enter data map(to: r[0:n > 0 ? n : 0], q[0:n > 0 ? n : 0])
    // CHECK-NEXT: double a
    double a = dot(n, r, r), b = dot(n, r, r);
    // CHECK-NOT: update
    for (int k = 0; k < 2; k++)
        scale(n, q, q);
    // CHECK: target exit data map(from: q[0:n > 0 ? n : 0]) map(release: r[0:n > 0 ? n : 0])
    // CHECK-NEXT: printf
    printf("%.6f %.6f %.6f\n", a, b, q[7]);
}

// The loop may be left, and the pointer changes.
// CHECK-LABEL: static int left
static int left(int n, double *restrict u)
{
    // CHECK-NEXT: {
    // CHECK-NEXT: for (int k
    for (int k = 0; k < 5; k++) {
        // CHECK-NEXT: #pragma omp target enter data map(to: u[0:n > 0 ? n : 0])
        for (int i = 0; i < n; i++)
            u[i] += 1;
        double s = 0;
        for (int i = 0; i < n; i++)
            s += u[i];
        // CHECK: #pragma omp target exit data map(from: u[0:n > 0 ? n : 0])
        // CHECK-NEXT: if (s
        if (s > 1e9)
            return k;
    }
    // CHECK-NOT: {{enter|target}} data
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < n - 3; i++)
            u[i] += 1;
        u++;
    }
    // CHECK: return -1
    return -1;
}

// Nobody knows that p and q are apart: data stays there only if they are.
// CHECK-LABEL: static void tested
static void tested(int n, double *p, double *q)
{
    // CHECK: target enter data if(apart(p, p + {{.*}}, q, q + {{.*}}))
    for (int i = 0; i < n; i++)
        p[i] += 1;
    for (int i = 0; i < n; i++)
        q[i] += 2;
    for (int i = 0; i < n; i++)
        p[i] *= 3;
    for (int i = 0; i < n; i++)
        q[i] *= 4;
    // CHECK: target exit data if(
}

// Loops over rows and over all elements, and neighbours by `id - m`: one section for all.
// CHECK-LABEL: static double forms
static double forms(int n, int m)
{
    double *u = allocate(n * m), *v = allocate(n * m), sum = 0;
    // CHECK: #pragma omp target enter data map(to: v[0:(n * m) > 0 ? (n * m) : 0])
    // CHECK-NEXT: map(alloc: u[0:(m >= 1) && (n >= 1) ? (long)n * m : 0])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            u[i * m + j] = v[i * m + j] = i - j;
    // CHECK: map(to: u[1:(m >= 3) && (n >= 3) ? (long)n * m - 2 : 0])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++) {
            int id = i * m + j;
            v[id] = u[id - 1] + u[id + 1] + u[id - m] + u[id + m];
        }
    // CHECK-NOT: exit data
    // CHECK: reduction(+: sum)
    for (int k = 0; k < n * m; k++)
        sum += v[k];
    // CHECK: #pragma omp target exit data
    free(u);
    free(v);
    return sum;
}

// CHECK-LABEL: static int look
static int look(double *w) { return w[0] > 0; }

int main(void)
{
    double *a = allocate(N), *b = allocate(N), *c = a;
    int (*other)(double *) = N > 5 ? look : NULL;
    for (int i = 0; i < N; i++)
        a[i] = i % 5;
    memset(b, 0, N * sizeof *b);
    exchanged(N);
    read_later(N, b, a);
    touched(N, b, a, other);
    twice(N, c, b);
    printf("%d\n", left(N, b));
    tested(N / 2, a, a + N / 2);
    tested(N / 2, a, a + 1);
    tested(N / 2, a, a);
    printf("%.6f %.6f\n", forms(40, 30), forms(1, 3));
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] - b[i];
    printf("%.6f %.6f\n", sum, c[N / 2 + 1]);
    free(a);
    free(b);
    return 0;
}
