// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --offload-arch=emulated --simd-group=8 --teams-mode=generic %s -o %t -lm && %run_emulated32 %t
// RUN: %gantry cc %O --offload-arch=emulated --teams-mode=generic --parallel-mode=generic %s -o %t -lm && %run_emulated64 %t
/* Private copies and reductions of variable-length arrays: in device functions, at three levels, in regions whose threads
 * have lanes, in tasks. */
#include "check.h"
#pragma omp begin declare target
static void orphan(int m, long a[m], double b[m][3])
{
#pragma omp for reduction(+: a[0:m]) reduction(max: b[0:m][0:3])
    for (int i = 0; i < 100; i++) {
        a[i % m] += i;
        if (b[i % m][i % 3] < i)
            b[i % m][i % 3] = i;
    }
}
static void local_vla(int m, long *out)
{
    long s[m], c[m][3];
    for (int k = 0; k < m; k++) { s[k] = k; for (int j = 0; j < 3; j++) c[k][j] = j; }
#pragma omp parallel for reduction(+: s) reduction(-: c) firstprivate(m)
    for (int i = 0; i < 100; i++) {
        s[i % m] += i;
        c[i % m][i % 3] -= 1;
    }
    for (int k = 0; k < m; k++) out[k] = s[k] * 1000 + c[k][0] + 10 * c[k][1] + 100 * c[k][2];
#pragma omp parallel for lastprivate(s) firstprivate(c)
    for (int i = 0; i < 10; i++)
        for (int k = 0; k < m; k++) { c[k][0] += 0; s[k] = i * k; }
    for (int k = 0; k < m; k++) out[k] += s[k];
}
#pragma omp end declare target
static void tasks_and_nests(int m)
{
        long c[m], out[8];
        for (int k = 0; k < m; k++) c[k] = k;
#pragma omp target map(tofrom: c)
#pragma omp taskgroup task_reduction(+: c)
        {
            for (int t = 0; t < 8; t++)
#pragma omp task in_reduction(+: c) firstprivate(t)
                for (int k = 0; k < m; k++) c[k] += t;
        }
        for (int k = 0; k < m; k++) { CHECK_INT(c[k], k + 28, "task reduction %d", k); c[k] = k; }
        long d[m]; int x[m];
        for (int k = 0; k < m; k++) d[k] = 0, x[k] = 3;
#pragma omp target teams distribute parallel for map(from: out) firstprivate(d) firstprivate(x) collapse(2)
        for (int t = 0; t < 2; t++)
        for (int q = 0; q < 4; q++) {
#pragma omp parallel for firstprivate(x) reduction(+: d)
            for (int k = 0; k < m; k++) { x[k] = x[k] % 10 + t + q - (t + q); d[k] += k + x[k]; }
            long s = 0; for (int k = 0; k < m; k++) { s += d[k]; d[k] = 0; }
            out[t * 4 + q] = s;
        }
        for (int t = 0; t < 8; t++) CHECK_INT(out[t], (long)m * (m - 1) / 2 + 3 * m, "nested %d", t);
}
static void elements(int m, int n)
{
    long c[m], d[m][n];
    for (int i = 0; i < m; i++) {
        c[i] = i;
        for (int j = 0; j < n; j++)
            d[i][j] = 0;
    }
    /* mapped arrays in an outlined region: their elements are not each lane's own */
#pragma omp target teams num_teams(1) map(tofrom: c, d)
#pragma omp parallel for
    for (int i = 0; i < m; i++) {
        c[i] += 1;
#pragma omp simd
        for (int j = 0; j < n; j++)
            d[i][j] += c[i];
        c[i] *= 2;
    }
    for (int i = 0; i < m; i++) {
        CHECK_INT(c[i], 2 * (i + 1), "c[%d]", i);
        for (int j = 0; j < n; j++)
            CHECK_INT(d[i][j], i + 1, "d[%d][%d]", i, j);
    }
}
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int m = 1; m < 60; m = 2 * m + 1) {
        long a[m], out[m];
        double b[m][3];
        for (int k = 0; k < m; k++) { a[k] = k; b[k][0] = b[k][1] = b[k][2] = -1; }
#pragma omp target map(tofrom: a, b)
#pragma omp parallel
        orphan(m, a, b);
        for (int k = 0; k < m; k++) {
            long want = k; double most[3] = {-1, -1, -1};
            for (int i = k; i < 100; i += m) { want += i; most[i % 3] = i; }
            CHECK_INT(a[k], want, "orphan %d of %d", k, m);
            for (int j = 0; j < 3; j++) CHECK_REAL(b[k][j], most[j], 0, "orphan b %d %d", k, j);
        }
#pragma omp target map(from: out)
        local_vla(m, out);
        for (int k = 0; k < m; k++) {
            long s = k, c[3] = {0, 1, 2};
            for (int i = k; i < 100; i += m) { s += i; c[i % 3]--; }
            CHECK_INT(out[k], s * 1000 + c[0] + 10 * c[1] + 100 * c[2] + 9 * k, "local %d of %d", k, m);
        }
        long t[m][2];
        for (int k = 0; k < m; k++) t[k][0] = t[k][1] = k;
        long total[m]; for (int k = 0; k < m; k++) total[k] = 0;
        /* three levels */
#pragma omp target teams distribute map(tofrom: total)
        for (int i = 0; i < m; i++) {
            long row[m][2];
            for (int k = 0; k < m; k++) row[k][0] = row[k][1] = 1;
#pragma omp parallel for reduction(+: row)
            for (int j = 0; j < 50; j++) {
                long acc[m];
                for (int k = 0; k < m; k++) acc[k] = 0;
#pragma omp simd reduction(+: acc)
                for (int l = 0; l < 40; l++) acc[l % m] += l;
                for (int k = 0; k < m; k++) row[k][j % 2] += acc[k];
            }
            for (int k = 0; k < m; k++) total[i] += row[k][0] * 3 + row[k][1];
        }
        for (int i = 0; i < m; i++) CHECK_INT(total[i], 4L * m + 4 * 25 * 780, "three levels %d of %d", i, m);
        /* private and firstprivate VLAs on a parallel region whose threads have lanes */
        long res[40]; long c[m];
        for (int k = 0; k < m; k++) c[k] = k + 1;
#pragma omp target teams distribute parallel for firstprivate(c) private(t) map(from: res)
        for (int i = 0; i < 40; i++) {
            for (int k = 0; k < m; k++) t[k][0] = i, t[k][1] = c[k] % 1000;
            long s = 0;
#pragma omp simd reduction(+: s)
            for (int k = 0; k < m; k++) s += t[k][0] + t[k][1];
#pragma omp simd
            for (int k = 0; k < m; k++) c[k] = c[k] % 1000 + 1000 * i;
#pragma omp simd reduction(+: s)
            for (int k = 0; k < m; k++) s += c[k];
            res[i] = s;
        }
        for (int i = 0; i < 40; i++) CHECK_INT(res[i], (long)m * (m + 1) + (long)m * i + 1000L * m * i, "lanes %d of %d", i, m);
#pragma omp target map(from: res)
#pragma omp parallel firstprivate(c) private(t) num_threads(40)
        {
#pragma omp for
            for (int i = 0; i < 40; i++) {
                for (int k = 0; k < m; k++) t[k][0] = i, t[k][1] = c[k] % 1000;
                long s = 0;
#pragma omp simd reduction(+: s)
                for (int k = 0; k < m; k++) s += t[k][0] + t[k][1];
                c[m / 2] = i;
                res[i] = s;
            }
        }
        int most = 0;
        for (int i = 0; i < 40; i++) { most += res[i] == (long)m * (m + 1) / 2 + (long)m * i; }
        CHECK(most > 0, "parallel %d of %d", most, m);
        long last[m];
#pragma omp target map(from: last)
#pragma omp parallel for
        for (int i = 0; i < 1; i++) {
#pragma omp simd lastprivate(c) private(t)
            for (int l = 0; l < 77; l++)
                for (int k = 0; k < m; k++) { t[k][1] = l; c[k] = t[k][1] + k; }
            for (int k = 0; k < m; k++) last[k] = c[k];
        }
        for (int k = 0; k < m; k++) CHECK_INT(last[k], 76 + k, "simd lastprivate %d of %d", k, m);
    }
    for (int m = 1; m < 60; m = 3 * m + 1)
        tasks_and_nests(m);
    elements(40, 24);
    return check_end();
}
