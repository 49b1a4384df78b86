// ROW: C: restrict
// SPEC: 4.0 1.7
/* Parameters and variables with restrict. */
#include "check.h"

static void axpy(int n, float a, const float *restrict x, float *restrict y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++) {
        const float *restrict p = x + i;
        y[i] += a * *p;
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    float x[77], y[77];
    for (int i = 0; i < 77; i++) {
        x[i] = i;
        y[i] = 1;
    }
    axpy(77, 2, x, y);
    for (int i = 0; i < 77; i++)
        CHECK_REAL(y[i], 1 + 2 * i, 0, "y[%d]", i);
    return check_end();
}
