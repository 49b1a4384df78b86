// ROW: C: variable-length array in firstprivate
// SPEC: 4.0 5.4.4
/* Each thread starts from the values and changes a copy of its own; the original stays. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int m = 5, out[40];
    double c[m], sum = 0;
    for (int j = 0; j < m; j++)
        c[j] = j;
#pragma omp target firstprivate(c) map(tofrom: sum)
    {
        for (int j = 0; j < m; j++)
            c[j] += 1;
        for (int j = 0; j < m; j++)
            sum += c[j];
    }
    CHECK_REAL(sum, 15, 0, "firstprivate of target");
#pragma omp target map(from: out) map(to: c)
#pragma omp parallel for firstprivate(c) num_threads(40)
    for (int i = 0; i < 40; i++) {
        c[i % m] += 100; /* of a thread's own copy */
        out[i] = c[i % m] >= 100 && c[(i + 1) % m] - (int)(c[(i + 1) % m] / 100) * 100 == (i + 1) % m;
    }
    for (int i = 0; i < 40; i++)
        CHECK_INT(out[i], 1, "iteration %d", i);
    for (int j = 0; j < m; j++)
        CHECK_REAL(c[j], j, 0, "original %d", j);
    return check_end();
}
