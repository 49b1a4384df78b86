// As surely.c, in other forms: arrays in structures, addresses of members, conversions of a divisor, tests that need tests themselves, loops
// that become counted ones, and data that is shared with a loop whose test may fail though it has something to do.
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
struct in {
    int n, from;
};
struct s {
    double *a;
    int n, row[4], stride;
    struct in in;
    struct s *next;
};

// CHECK-LABEL: static void array_within(
// CHECK: if (n >= 1 && apart(
static void array_within(struct s *q, int n, double *w, const double *x)
{
    for (int i = 0; i < n; i++)
        w[i] += x[q->row[2]];
}

// CHECK-LABEL: static void through_member(
// CHECK: if (n >= 1 && apart(
static void through_member(struct s *q, int n, double *w, const double *x)
{
    struct in *in = &q->in;
    for (int i = 0; i < n; i++)
        w[i] += x[in->from];
}

// What the second pointer is followed for is asked after it is sure that the first one leads somewhere.
// CHECK-LABEL: static void by_turns(
// CHECK: if ({{\(?}}n >= 1{{\)?}} && {{\(?}}q->in.n >= 1{{\)?}} && apart(
static void by_turns(struct s *q, int n, double (*w)[8])
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < q->in.n; k++)
            w[i][k] += q->next->a[k];
}

// CHECK-LABEL: static void narrow(
// CHECK: if ({{.*}}(m) > 0
static void narrow(int n, int m, double *w, double *x)
{
    if (n % (char)m == 9)
        return;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n / m; k++)
            w[i * (n / m) + k] = x[k];
}

// The second bound is asked for only where the first one is not reached.
// CHECK-LABEL: static int counted(
// CHECK-NOT: trips = {{.*}}q->n
// CHECK-LABEL: static double *stepped(
static int counted(struct s *q, int n, double *w)
{
    int i = 0;
    while (i < n && i < q->n) {
        w[i] += 1;
        i++;
    }
    return i;
}

// CHECK-NOT: p_first + trips * (q->stride)
// CHECK-LABEL: static void held(
static double *stepped(struct s *q, int n, double *w)
{
    double *p = w;
    while (n-- > 0) {
        *p = 3;
        p += q->stride;
    }
    return p;
}

// Where q is null, the first loop runs on the host: w must not stay on the device meanwhile.
// CHECK: target
static void held(struct s *q, int n, double *w, double *v)
{
    for (int s = 0; s < 3; s++) {
        for (int i = 0; i < n; i++) {
            w[i] += 1;
            if (q)
                v[i] += q->a[i];
        }
        for (int i = 0; i < n; i++)
            w[i] *= 2;
    }
}

// CHECK-LABEL: static void in_waves(
static void in_waves(struct s *q, int n, double (*t)[8])
{
    for (int i = 1; i < n; i++)
        for (int k = q->in.from; k < q->in.n; k++)
            t[i][k] = t[i - 1][k] + t[i][k - 1];
}

// In a switch the statement in front is not always run.
// CHECK-LABEL: static void selected(
// CHECK: if (n >= 1 && apart(
static void selected(struct s *q, int n, double *w, int way)
{
    switch (way) {
    case 0:
        w[0] = q->a[0];
        {
            w[1] = q->a[1];
        case 1:
            for (int i = 0; i < n; i++)
                w[i] += q->a[i];
        }
    }
}

int main(void)
{
    double w[300], x[60], y[60], t[8][8], sum = 0;
    for (int i = 0; i < 300; i++)
        w[i] = i;
    for (int i = 0; i < 60; i++)
        x[i] = y[i] = i;
    for (int i = 0; i < 64; i++)
        t[i / 8][i % 8] = i;
    struct s r = {y, 20, {3, 4, 5, 6}, 2, {3, 1}, NULL}, q = {y, 20, {3, 4, 5, 6}, 2, {3, 1}, &r};
    array_within(NULL, 0, w, x), array_within(&q, 50, w, x);
    through_member(NULL, 0, w, x), through_member(&q, 50, w, x);
    r.in.n = 0;
    by_turns(NULL, 0, t), by_turns(&r, 8, t), by_turns(&q, 8, t);
    narrow(16, 5, w, x), narrow(0, 7, w, x);
    sum += counted(NULL, 0, w) + counted(&q, 50, w);
    sum += stepped(NULL, 0, w) - w + (stepped(&q, 20, w) - w);
    held(NULL, 50, w, x), held(&q, 50, w, x);
    in_waves(NULL, 0, t), in_waves(&q, 8, t);
    selected(NULL, 0, w, 1), selected(&q, 50, w, 0), selected(&q, 50, w, 1);
    for (int i = 0; i < 60; i++)
        sum += w[i] + x[i] * 3 + y[i] * 7 + t[i / 8][i % 8];
    printf("%.10g\n", sum);
    return 0;
}
