// ROW: parallel loop copyin() copy()
// SPEC: 3.3 2.11
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        float *x = malloc((size_t)(n + 1) * sizeof *x), *y = malloc((size_t)(n + 1) * sizeof *y), a = 2;
        for (long i = 0; i < n; i++)
            x[i] = (float)i, y[i] = 1;
#pragma acc parallel loop copyin(x[0:n]) copy(y[0:n])
        for (long i = 0; i < n; i++)
            y[i] += a * x[i];
        for (long i = 0; i < n; i++)
            CHECK_INT(y[i], 2 * i + 1, "y[%ld] of %ld", i, n);
        free(x);
        free(y);
    }
    return check_end();
}
