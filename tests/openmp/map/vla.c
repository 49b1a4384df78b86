// ROW: target data map(tofrom:) of a variable-length array
// SPEC: 4.5 5.8.3
/* The size is known on the host when the construct is encountered. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        int rows = (int)n % 7 + 1, cols = (int)n + 1;
        int a[rows][cols];
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++)
                a[i][j] = i * 1000 + j;
        int sum = 0;
        int *flat = &a[0][0];
#pragma omp target data map(tofrom: a) map(alloc: a[0:rows][0:cols])
#pragma omp target map(tofrom: sum)
        {
            for (int i = 0; i < rows * cols; i++) {
                sum++;
                flat[i] += 5;
            }
        }
        CHECK_INT(sum, rows * cols, "elements");
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++)
                CHECK_INT(a[i][j], i * 1000 + j + 5, "a[%d][%d] of %d x %d", i, j, rows, cols);
    }
    return check_end();
}
