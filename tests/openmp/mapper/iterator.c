// ROW: declare mapper with map(iterator(...), ...)
// SPEC: 5.1 5.8.8
/* Rows of a matrix of pointers. */
#include "check.h"

struct matrix { int n, m, **rows; };
#pragma omp declare mapper(struct matrix x) map(x, x.rows[0:x.n]) map(iterator(i = 0:x.n), tofrom: x.rows[i][0:x.m])

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct matrix m = {6, 9, check_alloc(6 * sizeof(int *))};
    for (int i = 0; i < 6; i++) {
        m.rows[i] = check_alloc(9 * sizeof(int));
        for (int j = 0; j < 9; j++)
            m.rows[i][j] = i * 10 + j;
    }
#pragma omp target map(tofrom: m)
    for (int i = 0; i < m.n; i++)
        for (int j = 0; j < m.m; j++)
            m.rows[i][j] = -m.rows[i][j];
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 9; j++)
            CHECK_INT(m.rows[i][j], -(i * 10 + j), "rows[%d][%d]", i, j);
        free(m.rows[i]);
    }
    free(m.rows);
    return check_end();
}
