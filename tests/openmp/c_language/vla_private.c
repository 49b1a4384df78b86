// ROW: C: variable-length array in private
// SPEC: 4.0 5.4.3
/* Every thread has an array of its own. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int m = 6;
    long c[m], out[50];
    for (int j = 0; j < m; j++)
        c[j] = -7;
#pragma omp target teams distribute parallel for private(c) map(from: out)
    for (int i = 0; i < 50; i++) {
        for (int j = 0; j < m; j++)
            c[j] = i * j;
        out[i] = 0;
        for (int j = 0; j < m; j++)
            out[i] += c[j];
    }
    for (int i = 0; i < 50; i++)
        CHECK_INT(out[i], 15 * i, "iteration %d", i);
    for (int j = 0; j < m; j++)
        CHECK_INT(c[j], -7, "original %d", j);
    return check_end();
}
