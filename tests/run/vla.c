// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --offload-arch=emulated --teams-mode=generic --parallel-mode=generic %s -o %t -lm && %run_emulated64 %t
/* Uses of pointers to variable-length arrays, mapped in every way. */
#include "check.h"
static void scale(int n, int m, double a[n][m], double f);
static void scale(int n, int m, double a[const restrict n][m], double f) {
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a [0:n] [0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] *= f;
}
#pragma omp declare target
static void swap_rows(int m, double (*a)[m], int i, int j) {
    double t[m];
    memcpy(t, a[i], sizeof t);
    memcpy(a[i], a[j], sizeof *a);
    memcpy(a[j], t, sizeof(double[m]));
}
static double dot(int m, const double x[m], const double y[m]) {
    double s = 0;
    for (int j = 0; j < m; j++)
        s += x[j] * y[j];
    return s;
}
static double trace(int n, double (*a)[n]) {
    double s = 0;
#pragma omp simd reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i][i];
    return s;
}
static double par(int n, int m) {
    double w[n][m];
    double s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            w[i][j] = i + j;
#pragma omp parallel for reduction(+: s) collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += w[i][j];
    return s;
}
#pragma omp end declare target
int main(int argc, char **argv) {
    check_begin(argc, argv);
    int n = 9, m = 4;
    double(*a)[m] = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * 10 + j;
    scale(n, m, a, 2);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK_REAL(a[i][j], 2 * (i * 10 + j), 0, "scale");
    double v[n][m];
    memcpy(v, a, sizeof v);
    double d = 0, tr = 0, pp = 0;
#pragma omp target enter data map(to: v, a [0:n])
#pragma omp target map(from: d, tr, pp)
    {
        swap_rows(m, v, 1, 3);
        d = dot(m, v[1], v[3]);
        double sq[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                sq[i][j] = i == j ? i : 100;
        tr = trace(n, sq);
        pp = par(n, m);
        double(*q)[m] = a;
        q++;
        ++q;
        q += 1;
        q--;
        q = q - 1;
        q = 1 + q;
        (*q)[0] = -1;
        q[1][1] = -2;
        long dist = q - a;
        *(*(q + 2) + 1) = dist;
        double *flat = &a[0][0];
        flat[1] = sizeof(*q) / sizeof(**q);
        double(**pq)[m] = &q;
        (*pq)[0][2] = -5;
        (n > 3 ? a : q)[0][0] = -7;
    }
#pragma omp target update from(v [1:1])
    for (int j = 0; j < m; j++)
        CHECK_REAL(v[1][j], 2 * (30 + j), 0, "updated row");
#pragma omp target exit data map(from: v, a [0:n])
    for (int j = 0; j < m; j++) {
        CHECK_REAL(v[1][j], 2 * (30 + j), 0, "v1");
        CHECK_REAL(v[3][j], 2 * (10 + j), 0, "v3");
    }
    double want = 0;
    for (int j = 0; j < m; j++)
        want += 4.0 * (30 + j) * (10 + j);
    CHECK_REAL(d, want, 0, "dot");
    CHECK_REAL(tr, 36, 0, "trace");
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += i + j;
    CHECK_REAL(pp, s, 0, "par");
    CHECK_REAL(a[3][0], 60, 0, "untouched");
    CHECK_REAL(a[2][0], -1, 0, "q");
    CHECK_REAL(a[2][2], -5, 0, "pq");
    CHECK_REAL(a[3][1], -2, 0, "q1");
    CHECK_REAL(a[4][1], 2, 0, "dist");
    CHECK_REAL(a[0][1], 4, 0, "flat");
    CHECK_REAL(a[0][0], -7, 0, "cond");
    /* cube, casts */
    int p = 3;
    double *raw = malloc(n * m * p * sizeof(double)), sum = 0;
    for (int i = 0; i < n * m * p; i++)
        raw[i] = i;
#pragma omp target teams distribute parallel for reduction(+: sum) map(to: raw [0:n * m * p])
    for (int i = 0; i < n; i++) {
        double(*c)[m][p] = (double(*)[m][p])raw;
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                sum += c[i][j][k] * (k + 1) + ((double(*)[p])c[i])[j][k];
        const double(*r)[p] = (void *)c[i];
        sum += r[1][2];
        __typeof__(c[i]) copy;
        copy[0][0] = i;
        __typeof__(*c) *again = c;
        sum += copy[0][0] + again[0][0][1];
    }
    double w2 = 0;
    for (int i = 0; i < n; i++) {
        double(*c)[m][p] = (double(*)[m][p])raw;
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                w2 += c[i][j][k] * (k + 1) + c[i][j][k];
        w2 += c[i][1][2];
        w2 += i + 1;
    }
    CHECK_REAL(sum, w2, 4, "cube");
#pragma omp target data map(to: a [0:n]) use_device_ptr(a)
    {
#pragma omp target is_device_ptr(a) map(from: d)
        d = a[3][0];
    }
    CHECK_REAL(d, 60, 0, "device ptr");
    double(*priv)[m] = a;
    int cnt = 0;
#pragma omp target teams distribute parallel for firstprivate(priv) map(to: a [0:n]) reduction(+: cnt)
    for (int i = 0; i < n; i++)
        cnt += priv[i][1] == a[i][1];
    CHECK_INT(cnt, n, "fp pointer");
    return check_end();
}
