// Copies where the host touches what stays on the device, and only there.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial -lm && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc -lm && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -O1 written.c > checked && cmp checked want
// RUN: %gantry annotate --explain source.c | grep -q 'line [0-9]* *target update from(u.0:'
#include <stdio.h>
#include <stdlib.h>

// An edge that is set in each round, of which the host knows the place; a report now and then.
// CHECK-LABEL: static void rounds
static void rounds(int n, int count, double *restrict u, double *restrict v)
{
    // CHECK: #pragma omp target data
    for (int t = 0; t < count; t++) {
        for (int i = 1; i < n - 1; i++)
            v[i] = 0.5 * (u[i - 1] + u[i + 1]);
        // CHECK: u[i - 1] + u[i + 1]
        // CHECK-NEXT: #pragma omp target update from(u[0:[[LENGTH:.*]]])
        // CHECK-NEXT: u[0] = 1 + t
        // CHECK-NEXT: #pragma omp target update to(u[0:[[LENGTH]]])
        u[0] = 1 + t;
        for (int i = 1; i < n - 1; i++)
            u[i] = v[i];
        // CHECK: if (t % 4 == 0) {
        // CHECK-NEXT: #pragma omp target update from(u[0:[[LENGTH]]])
        // CHECK-NEXT: double middle
        // CHECK-NEXT: printf
        // CHECK-NEXT: }
        if (t % 4 == 0) {
            double middle = u[n / 2];
            printf("%d %.6f %.6f\n", t, middle, u[n / 3]);
        }
    }
}

// All that the host touches is there: it alone is copied, after it has been stored to.
// CHECK-LABEL: static void edge
static void edge(double *restrict u, double *restrict v)
{
    // CHECK: #pragma omp target data map(from: v[1:2998]) map(tofrom: u[0:3000])
    for (int t = 0; t < 3; t++) {
        for (int i = 1; i < 2999; i++)
            v[i] = 0.5 * (u[i - 1] + u[i + 1]);
        // CHECK-NOT: target update from
        // CHECK: u[0] = 1 + t
        // CHECK-NEXT: #pragma omp target update to(u[0:1])
        u[0] = 1 + t;
        for (int i = 1; i < 2999; i++)
            u[i] = v[i];
    }
}

// The host's p[n] may be q[0]: that is tested, too.
// CHECK-LABEL: static void beside
static void beside(int n, double *p, double *q)
{
    // CHECK: target data
    // CHECK-NEXT: if(apart({{.*}}n + 1
    // CHECK-NOT: target update
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++)
            p[i] += 1;
        for (int i = 0; i < n; i++)
            q[i] += 2;
        for (int i = 0; i < n; i++)
            p[i] *= 0.5;
        for (int i = 0; i < n; i++)
            q[i] *= 0.5;
        p[n] += 1;
    }
}

// One region a round: two copies by the region, two by updates. The other array is read by the host where no region stores to it.
// CHECK-LABEL: static double once
static double once(int n, double *restrict u, const double *restrict f)
{
    double s = 0;
    // CHECK: #pragma omp target data map(to: f[0:n > 0 ? n : 0])
    // CHECK-NOT: update
    for (int t = 0; t < 4; t++) {
        for (int i = 0; i < n; i++)
            u[i] += f[i];
        for (int i = 1; i < n; i++)
            u[i] += 0.25 * u[i - 1];
        s += f[t];
    }
    // CHECK: return s
    return s;
}

// Whether p and q are apart is known only when it runs: where they are not there is nothing to update.
// CHECK-LABEL: static void tested
static void tested(int n, double *p, double *q)
{
    // CHECK: target data if(apart(
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++)
            p[i] += 1;
        for (int i = 0; i < n; i++)
            q[i] += p[i];
        for (int i = 0; i < n; i++)
            p[i] *= 0.5;
        // CHECK: #pragma omp target update if({{.*}}
        // CHECK-NEXT: from(p[0:n > 0 ? n : 0])
        // CHECK-NEXT: if (t == 1)
        if (t == 1)
            printf("%.6f\n", p[0]);
    }
}

// The host leaves the loop after it has stored: no copy could follow.
// CHECK-LABEL: static void leaves
static void leaves(int n, double *restrict u)
{
    // CHECK-NOT: update
    for (int t = 0; t < 9; t++) {
        for (int i = 0; i < n; i++)
            u[i] += 1;
        for (int i = 0; i < n; i++)
            u[i] *= 1.5;
        if (t > 5 && (u[3] = t) > 4)
            break;
    }
    // CHECK: int main
}

int main(void)
{
    int n = 3000;
    double *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++) {
        u[i] = i % 7;
        v[i] = 1;
    }
    rounds(n, 12, u, v);
    printf("%.6f\n", once(n, u, v));
    edge(u, v);
    tested(n, u, v);
    beside(n / 2, u, u + n / 2);
    beside(n - 1, u, v);
    tested(n - 1, u, u + 1);
    leaves(n, v);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += u[i] - v[i];
    printf("%.6e\n", s);
    free(u);
    free(v);
    return 0;
}
