// ROW: target update to(a[i:n][j:m][k:l:s]) of three dimensions
// SPEC: 5.0 13.9
/* Of a variable-length array that a pointer points to. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 5, m = 6, l = 9;
    int (*a)[m][l] = check_alloc(sizeof(int) * (size_t)(n * m * l)), *flat = &a[0][0][0];
#pragma omp target enter data map(to: a[0:n])
    for (int i = 0; i < n * m * l && check_device; i++)
        flat[i] = i;
#pragma omp target update to(a[1:2:2][2:3][0:4:2])
#pragma omp target update from(flat[0:n * m * l])
    for (int i = 0; i < n && check_device; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++) {
                int in = (i == 1 || i == 3) && j >= 2 && j < 5 && k % 2 == 0 && k < 8;
                CHECK_INT(a[i][j][k], in ? (i * m + j) * l + k : 0, "a[%d][%d][%d]", i, j, k);
            }
#pragma omp target exit data map(delete: a[0:n])
    free(a);
    return check_end();
}
