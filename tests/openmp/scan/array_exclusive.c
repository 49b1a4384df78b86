// ROW: parallel for reduction(inscan, max: array) with scan exclusive(array)
// SPEC: 5.0 5.6
/* What all iterations before have found, for each element by itself. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        int most[40], before[40];
        int *out = check_alloc((size_t)(n + 1) * sizeof *out);
        for (int k = 0; k < 40; k++)
            most[k] = before[k] = k;
#pragma omp target parallel for reduction(inscan, max: most) map(from: out[0:n])
        for (long i = 0; i < n; i++) {
            out[i] = most[i % 40];
#pragma omp scan exclusive(most)
            int x = (int)(i * 37 % 101);
            if (x > most[i * 7 % 40])
                most[i * 7 % 40] = x;
        }
        for (long i = 0; i < n; i++) {
            CHECK_INT(out[i], before[i % 40], "iteration %ld of %ld", i, n);
            int x = (int)(i * 37 % 101);
            if (x > before[i * 7 % 40])
                before[i * 7 % 40] = x;
        }
        for (int k = 0; k < 40; k++)
            CHECK_INT(most[k], before[k], "element %d, n=%ld", k, n);
        free(out);
    }
    return check_end();
}
