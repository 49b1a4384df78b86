// ROW: target map(tofrom: p[0:n][0:m]), p a pointer to a variable-length array
// SPEC: 4.5 5.8.3
/* Rows of a length that is known at run time. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 9, m = 13;
    int (*p)[m] = check_alloc(sizeof(int) * (size_t)(n * m));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            p[i][j] = i * 100 + j;
    int *flat = &p[0][0];
#pragma omp target enter data map(to: p[2:5][0:m])
#pragma omp target map(present, alloc: flat[2 * m:5 * m])
    for (int i = 2 * m; i < 7 * m; i++)
        flat[i] += 7;
#pragma omp target exit data map(from: p[2:5])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK_INT(p[i][j], i * 100 + j + (i >= 2 && i < 7 ? 7 : 0), "p[%d][%d]", i, j);
    free(p);
    return check_end();
}
