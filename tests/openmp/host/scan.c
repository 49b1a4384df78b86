// ROW: scan on the host: for, parallel for, simd; inclusive and exclusive
// SPEC: 5.0 5.6
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

enum { MOST = 300 };

static void scans(int n)
{
    int inclusive[MOST], exclusive[MOST], lanes[MOST], s = 10, t = 10, u = 10, x = 10;
    double maxima[MOST], m = -1, y = -1;
#pragma omp parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        s += i;
#pragma omp scan inclusive(s)
        inclusive[i] = s;
    }
#pragma omp parallel
    {
#pragma omp for reduction(inscan, +: t)
        for (int i = 0; i < n; i++) {
            exclusive[i] = t;
#pragma omp scan exclusive(t)
            t += i;
        }
    }
#pragma omp simd reduction(inscan, +: u)
    for (int i = 0; i < n; i++) {
        u += i;
#pragma omp scan inclusive(u)
        lanes[i] = u;
    }
#pragma omp parallel for simd reduction(inscan, max: m)
    for (int i = 0; i < n; i++) {
        double v = i * 7 % 11;
        m = v > m ? v : m;
#pragma omp scan inclusive(m)
        maxima[i] = m;
    }
    for (int i = 0; i < n; i++) {
        CHECK_INT(exclusive[i], x, "exclusive, %d of %d", i, n);
        x += i;
        y = i * 7 % 11 > y ? i * 7 % 11 : y;
        CHECK_INT(inclusive[i], x, "inclusive, %d of %d", i, n);
        CHECK_INT(lanes[i], x, "simd, %d of %d", i, n);
        CHECK_REAL(maxima[i], y, 0, "maximum, %d of %d", i, n);
    }
    CHECK_INT(s, x, "sum of %d", n);
    CHECK_INT(t, x, "exclusive, sum of %d", n);
    CHECK_INT(u, x, "simd, sum of %d", n);
    CHECK_REAL(m, y, 0, "maximum of %d", n);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
        for (int n = 0; n < MOST; n += n < 20 ? 1 : 93)
            scans(n);
    return check_end();
}
