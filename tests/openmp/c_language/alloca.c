// ROW: C: alloca
// SPEC: 4.0 1.7
/* Memory until the function returns, in many threads; blocks of one call do not overlap. */
#include "check.h"

static long sum(int n)
{
    long *p = __builtin_alloca((unsigned long)n * sizeof *p + 8), s = 0;
    for (int i = 0; i < n; i++) {
        char *q = __builtin_alloca(16);
        q[0] = q[15] = 1;
        p[i] = i;
        s += q[0] + q[15];
    }
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long out[70];
#pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < 70; i++)
        out[i] = sum(i % 9);
    for (int i = 0; i < 70; i++)
        CHECK_INT(out[i], (i % 9) * (i % 9 - 1) / 2 + 2 * (i % 9), "iteration %d", i);
    return check_end();
}
