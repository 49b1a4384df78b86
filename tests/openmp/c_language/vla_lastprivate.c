// ROW: C: variable-length array in lastprivate
// SPEC: 4.0 5.4.5
/* All elements are those of the last iteration, at every level. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int m = 1; m < 80; m = 11 * m + 2)
        for (int n = 1; n < 300; n = 19 * n + 1) {
            long c[m];
            int d[m][2];
#define CHECK_LAST(what)                                                                                              \
    for (int j = 0; j < m; j++) {                                                                                     \
        CHECK_INT(c[j], 1000 * (n - 1) + j, what ": element %d of %d, n=%d", j, m, n);                                \
        c[j] = -1;                                                                                                    \
    }
#pragma omp target teams distribute parallel for lastprivate(c, d)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++) {
                    c[j] = 1000 * i + j;
                    d[j][0] = i;
                    d[j][1] = j;
                }
            CHECK_LAST("target teams distribute parallel for")
            for (int j = 0; j < m; j++)
                CHECK(d[j][0] == n - 1 && d[j][1] == j, "two dimensions: %d of %d, n=%d", j, m, n);
#pragma omp target map(tofrom: c)
#pragma omp teams num_teams(5)
#pragma omp distribute lastprivate(c)
            for (int i = 0; i < n; i++) {
#pragma omp parallel for
                for (int j = 0; j < m; j++)
                    c[j] = 1000 * i + j;
            }
            CHECK_LAST("distribute")
#pragma omp target parallel for lastprivate(c)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    c[j] = 1000 * i + j;
            CHECK_LAST("target parallel for")
#pragma omp target map(tofrom: c)
#pragma omp parallel
            {
#pragma omp for lastprivate(c) schedule(static, 3)
                for (int i = 0; i < n; i++)
                    for (int j = 0; j < m; j++)
                        c[j] = 1000 * i + j;
            }
            CHECK_LAST("for")
#pragma omp target map(tofrom: c)
#pragma omp parallel sections lastprivate(c)
            {
                for (int j = 0; j < m; j++)
                    c[j] = -5;
#pragma omp section
                for (int j = 0; j < m; j++)
                    c[j] = 1000 * (n - 1) + j;
            }
            CHECK_LAST("sections")
#pragma omp target simd lastprivate(c)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    c[j] = 1000 * i + j;
            CHECK_LAST("simd")
#pragma omp target teams distribute parallel for simd lastprivate(c)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    c[j] = 1000 * i + j;
            CHECK_LAST("target teams distribute parallel for simd")
        }
    return check_end();
}
