// ROW: reduction(+: variable-length array) on teams, parallel, for, sections, scope and simd
// SPEC: 4.5 5.5.8
/* Copies of teams, of threads and of lanes, each level by itself and all after one another. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
        for (int m = 1; m < 300; m = 32 * m + 2) {
            long a[m], want[m];
            for (int k = 0; k < m; k++)
                a[k] = want[k] = k;
            for (long i = 0; i < n; i++)
                want[i % m] += i;
#define CHECK_SUMS(what)                                                                                              \
    for (int k = 0; k < m; k++) {                                                                                     \
        CHECK_INT(a[k], want[k], what ": element %d of %d, n=%ld", k, m, n);                                          \
        a[k] = k;                                                                                                     \
    }
#pragma omp target teams reduction(+: a) map(tofrom: a) num_teams(5)
#pragma omp distribute parallel for reduction(+: a)
            for (long i = 0; i < n; i++)
                a[i % m] += i;
            CHECK_SUMS("teams")
#pragma omp target parallel for reduction(+: a)
            for (long i = 0; i < n; i++)
                a[i % m] += i;
            CHECK_SUMS("target parallel for")
#pragma omp target map(tofrom: a)
#pragma omp parallel num_threads(7)
#pragma omp for reduction(+: a)
            for (long i = 0; i < n; i++)
                a[i % m] += i;
            CHECK_SUMS("for")
#pragma omp target map(tofrom: a)
#pragma omp parallel reduction(+: a) num_threads(7)
            {
                int t = omp_get_thread_num(), all = omp_get_num_threads();
                for (long i = t; i < n; i += all)
                    a[i % m] += i;
            }
            CHECK_SUMS("parallel")
#pragma omp target map(tofrom: a)
#pragma omp parallel num_threads(7)
#pragma omp sections reduction(+: a)
            {
                for (long i = 0; i < n; i += 2)
                    a[i % m] += i;
#pragma omp section
                for (long i = 1; i < n; i += 2)
                    a[i % m] += i;
            }
            CHECK_SUMS("sections")
#pragma omp target simd reduction(+: a)
            for (long i = 0; i < n; i++)
                a[i % m] += i;
            CHECK_SUMS("simd")
#pragma omp target teams distribute parallel for simd reduction(+: a)
            for (long i = 0; i < n; i++)
                a[i % m] += i;
            CHECK_SUMS("target teams distribute parallel for simd")
        }
    return check_end();
}
