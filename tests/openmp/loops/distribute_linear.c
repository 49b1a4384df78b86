// ROW: target teams distribute parallel for simd linear(loop variable)
// SPEC: 4.5 5.4.6
/* Where teams share the loop, its own variable may be linear: it ends with the value after the last iteration. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        long i = -5, *a = check_alloc((size_t)(n + 1) * sizeof *a);
        int j = -5;
#pragma omp target teams distribute parallel for simd linear(i) map(from: a[0:n]) map(tofrom: i)
        for (i = 0; i < n; i++)
            a[i] = 3 * i;
        for (long k = 0; k < n; k++)
            CHECK_INT(a[k], 3 * k, "parallel for: %ld of %ld", k, n);
        if (n)
            CHECK_INT(i, n, "parallel for: the variable");
#pragma omp target map(tofrom: j) map(tofrom: a[0:n])
#pragma omp teams num_teams(3)
#pragma omp distribute simd linear(j: 2)
        for (j = 1; j < 2 * (int)n; j += 2)
            a[j / 2] += j;
        for (long k = 0; k < n; k++)
            CHECK_INT(a[k], 5 * k + 1, "simd: %ld of %ld", k, n);
        if (n)
            CHECK_INT(j, 2 * n + 1, "simd: the variable, n=%ld", n);
        free(a);
    }
    return check_end();
}
