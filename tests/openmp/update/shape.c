// ROW: target update from((([n][m])p)[l:n][k:m])
// SPEC: 5.0 3.2.4
/* A pointer shaped into an array, and a section of that. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 7, m = 11;
    int *p = check_alloc(sizeof(int) * 77), *q = check_alloc(sizeof(int) * 77);
    CHECK_MEANT(p, sizeof(int) * 77);
#pragma omp target enter data map(to: p[0:77], q[0:77])
#pragma omp target
    for (int i = 0; i < 77; i++)
        p[i] = q[i] = i;
#pragma omp target update from((([n][m])p)[2:3][4:5])
#pragma omp target update from(([n][m])q)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int in = !check_device || (i >= 2 && i < 5 && j >= 4 && j < 9);
            CHECK_INT(p[i * m + j], in ? i * m + j : 0, "p %d %d", i, j);
            CHECK_INT(q[i * m + j], i * m + j, "q %d %d", i, j);
        }
#pragma omp target exit data map(delete: p[0:77], q[0:77])
    free(p);
    free(q);
    return check_end();
}
