// Arrays that iterations use as scratch memory.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate -w --explain source.c | %FileCheck --check-prefix=WHY %s
// RUN: %gantry annotate source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
#include <stdio.h>
enum { N = 5000, K = 12 };
float x[N], y[N]; double u[N][K], f[N][K];

// Filled, sorted, used. WHY: source.c:{{.*}}: parallel: {{.*}}[GL101]
// WHY: private   window
// CHECK: private(k, j, t, window)
static void median(void)
{
    float window[5], t;
    int i, j, k;
    for (i = 2; i < N - 2; i++) {
        for (k = 0; k < 5; k++)
            window[k] = x[i - 2 + k];
        for (j = 0; j < 3; j++)
            for (k = 4; k > j; k--)
                if (window[k] < window[k - 1]) {
                    t = window[k];
                    window[k] = window[k - 1];
                    window[k - 1] = t;
                }
        y[i] = window[2];
    }
}

// Each element from the one before, and then backwards: a system for each row.
// WHY: source.c:{{.*}}: parallel: {{.*}}[GL101]
// WHY: private   {{[cd]}}
// WHY: private   {{[cd]}}
// CHECK: static void rows
// CHECK: private({{[cd]}}, {{[cd]}})
static void rows(void)
{
    double c[K], d[K];
    for (int i = 0; i < N; i++) {
        c[0] = d[0] = 0;
        for (int j = 1; j < K - 1; j++) {
            double m = 1 / (4 - c[j - 1]);
            c[j] = m;
            d[j] = (f[i][j] + d[j - 1]) * m;
        }
        for (int j = K - 2; j >= 1; j--)
            u[i][j] = d[j] + c[j] * u[i][j + 1];
    }
}

// One element is not set, or only under a condition, or the array is read behind the loop, or has an address.
// CHECK: static double not
// CHECK-NOT: private(
// CHECK: int main
static double not(double *out)
{
    double a[K], b[K], last[K], known[K], *p = known;
    for (int k = 0; k < K; k++)
        a[k] = b[k] = known[k] = k;
    for (int i = 0; i < N; i++) {
        for (int k = 1; k < K; k++)
            a[k] = f[i][k];
        for (int k = 0; k < K; k++)
            u[i][0] += a[K - 1 - k] * a[0];
        a[0] = i;
    }
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < K; k++)
            if (f[i][k] > 1)
                b[k] = f[i][k];
        u[i][1] = b[3];
    }
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < K; k++)
            last[k] = f[i][k];
        u[i][2] = last[i % K];
    }
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < K; k++)
            known[k] = f[i][k];
        u[i][3] = p[i % K];
    }
    *out = a[0];
    return last[2];
}

int main(void)
{
    double s = 0, out;
    for (int i = 0; i < N; i++) {
        x[i] = i * 7 % 31;
        for (int k = 0; k < K; k++)
            f[i][k] = (i + k * 5) % 17 / 8.;
    }
    median();
    rows();
    s = not(&out) + out;
    for (int i = 0; i < N; i++) {
        s += y[i];
        for (int k = 0; k < K; k++)
            s += u[i][k] * k;
    }
    printf("%.9g\n", s);
}
