// Tests, sections and conditions of directives evaluate nothing that the serial program evaluates under a condition alone, or not at
// all where a loop has no iterations: no pointer is followed, and nothing divided, in front of what says that it may be.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O0 source.c -o serial && ./serial > want
// RUN: %gcc -O0 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O0 --offload-arch=emulated written.c -o slow && OMP_TARGET_OFFLOAD=DISABLED ./slow | cmp - want && GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./slow | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o fast && OMP_TARGET_OFFLOAD=DISABLED ./fast | cmp - want && GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./fast | cmp - want
// REQUIRES: gcc
// LABELS: run
#include <stdio.h>
struct s {
    double *a;
    int n, *m;
};

static void half(int n, double *y, const double *x)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] / 2 + 1;
}

// In a loop that has iterations, and only there: under a test of that.
// CHECK-LABEL: static void in_iterations(
// CHECK: if (n >= 1 && apart(
// CHECK: target teams
static void in_iterations(struct s *q, int n, double *w)
{
    for (int i = 0; i < n; i++)
        w[i] += q->a[i] * q->m[0];
}

// Where the loop itself asks, no test is needed.
// CHECK-LABEL: static void by_head(
// CHECK-NOT: if (n
// CHECK: if (apart(q, q + 1
// CHECK: target teams
static void by_head(struct s *q, double *w)
{
    for (int i = 0; i < q->n; i++)
        w[i] += q->a[i];
}

// Nor where a statement before, or the condition around, has done so.
// CHECK-LABEL: static double before(
// CHECK: if (apart(q, q + 1
// CHECK: target teams
static double before(struct s *q, int n, double *w)
{
    double first = q->a[0];
    for (int i = 0; i < n; i++)
        w[i] += q->a[i];
    return first;
}

// … but not if the pointer is another one since.
// CHECK-LABEL: static double another(
// CHECK: if (n >= 1 && apart(
static double another(struct s *q, struct s *r, int n, double *w)
{
    double first = q->a[0];
    q = r;
    for (int i = 0; i < n; i++)
        w[i] += q->a[i];
    return first;
}

// Where data alone says so nobody can ask.
// CHECK-LABEL: static void by_data(
// CHECK-NOT: target
// CHECK-LABEL: static void by_condition(
static void by_data(struct s *q, int n, double *w)
{
    for (int i = 0; i < n; i++)
        if (w[i] < 0)
            w[i] += q->m[i];
}

// The program's own condition is the test.
// CHECK: if ({{.*}}q != 0{{.*}} && apart(
// CHECK: target teams
static void by_condition(struct s *q, int n, double *w)
{
    for (int i = 0; i < n; i++)
        if (q)
            w[i] += q->a[i];
}

// CHECK-LABEL: static void divided(
// CHECK: if ({{.*}}(m) > 0
// CHECK: target teams
static void divided(int n, int m, double *w, double *x)
{
    for (int i = 0; i < m; i++)
        for (int k = 0; k < n / m; k++)
            w[i * (n / m) + k] = x[k];
}

// Data that is shared: a clause is evaluated whatever its condition says, and so stands under a test.
// CHECK-LABEL: static double steps(
// CHECK: const int stays_{{.*}} = (q != 0) && (count >= 1) &&
// CHECK: if (stays_{{[0-9]+}}) {
// CHECK-NEXT: #pragma omp target enter data map(to: w[
// CHECK-LABEL: static double steps_done(
static double steps(struct s *q, int n, double *w, int count)
{
    double sum = 0;
    for (int s = 0; s < count; s++) {
        for (int i = 0; i < n; i++)
            w[i] += 2;
        if (q)
            sum += q->a[s];
    }
    return sum;
}

// CHECK: target data
// CHECK: q->a, q->a
static double steps_done(struct s *q, int n, double *w, int count)
{
    double sum = q->a[0];
    for (int s = 0; s < count; s++) {
        for (int i = 0; i < n; i++)
            w[i] += 2;
        sum += q->a[s];
    }
    return sum;
}

// CHECK-LABEL: static void shared(
// CHECK: const int stays_{{.*}} = (m) > 0 &&
// CHECK: if (stays_{{[0-9]+}}) {
// CHECK-NEXT: #pragma omp target enter data
// CHECK: const int stays_{{.*}} = p != 0 &&
// CHECK: if (stays_{{[0-9]+}}) {
// CHECK-NEXT: #pragma omp target enter data
// CHECK-LABEL: static void shared_done(
static void shared(int n, int m, const int *p, double *w, double *x)
{
    for (int s = 0; s < 3; s++) {
        half(10, w, x);
        if (m > 0)
            half(n / m, x, w);
    }
    for (int s = 0; s < 3; s++) {
        half(10, w, x);
        if (p)
            half(*p, x, w);
    }
}

// CHECK: target data
static void shared_done(const int *p, double *w, double *x)
{
    if (*p < 4)
        return;
    for (int s = 0; s < 3; s++) {
        half(10, w, x);
        half(*p, x, w);
    }
}

int main(void)
{
    double w[60], x[60], y[60], sum = 0;
    int m[60] = {2};
    for (int i = 0; i < 60; i++)
        w[i] = x[i] = y[i] = i;
    struct s q = {y, 20, m};
    in_iterations(NULL, 0, w), in_iterations(&q, 50, w);
    by_head(&q, w);
    sum += before(&q, 0, w) + before(&q, 50, w);
    sum += another(&q, NULL, 0, w) + another(&q, &q, 50, w);
    by_data(NULL, 50, w), by_data(&q, 50, w);
    by_condition(NULL, 50, w), by_condition(&q, 50, w);
    divided(50, 0, w, x), divided(50, 7, w, x);
    sum += steps(NULL, 50, w, 4) + steps(&q, 50, w, 4) + steps(NULL, 50, w, 0);
    sum += steps_done(&q, 50, w, 4);
    shared(50, 0, NULL, w, x), shared(50, 5, m, w, x);
    m[0] = 30;
    shared_done(m, w, x);
    for (int i = 0; i < 60; i++)
        sum += w[i] + x[i] * 3 + y[i] * 7;
    printf("%.10g\n", sum);
    return 0;
}
