// ROW: for reduction(inscan, +: array) with scan inclusive(array)
// SPEC: 5.0 5.6
/* Prefixes of whole arrays, of few bytes and of many, and of an array of variable length. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        int few[3] = {1, 2, 3}, m = 4;
        long many[20], vary[m];
        long *out = check_alloc((size_t)(n + 1) * sizeof *out);
        for (int k = 0; k < 20; k++)
            many[k] = k;
        for (int k = 0; k < m; k++)
            vary[k] = -k;
#pragma omp target parallel map(from: out[0:n]) map(tofrom: few, many, vary)
#pragma omp for reduction(inscan, +: few, many, vary)
        for (long i = 0; i < n; i++) {
            few[i % 3] += 1;
            many[i % 20] += i;
            vary[i % m] -= 2;
#pragma omp scan inclusive(few, many, vary)
            out[i] = few[0] + 10 * few[1] + 100 * few[2] + many[7] + vary[1];
        }
        int f[3] = {1, 2, 3};
        long a[20], v[4];
        for (int k = 0; k < 20; k++)
            a[k] = k;
        for (int k = 0; k < 4; k++)
            v[k] = -k;
        for (long i = 0; i < n; i++) {
            f[i % 3] += 1;
            a[i % 20] += i;
            v[i % 4] -= 2;
            CHECK_INT(out[i], f[0] + 10 * f[1] + 100 * f[2] + a[7] + v[1], "iteration %ld of %ld", i, n);
        }
        for (int k = 0; k < 3; k++)
            CHECK_INT(few[k], f[k], "few[%d], n=%ld", k, n);
        for (int k = 0; k < 20; k++)
            CHECK_INT(many[k], a[k], "many[%d], n=%ld", k, n);
        for (int k = 0; k < 4; k++)
            CHECK_INT(vary[k], v[k], "vary[%d], n=%ld", k, n);
        free(out);
    }
    return check_end();
}
