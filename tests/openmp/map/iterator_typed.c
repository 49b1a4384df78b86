// ROW: target enter data map(iterator(unsigned char i=..., T *p=...), to:)
// SPEC: 5.1 3.2.6
/* Iterators of a type of choice, several at once. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 6 };
    int room[N][N][2], *a[N][N], *lines[N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = room[i][j];
#pragma omp target enter data map(iterator(unsigned char i = 0:N:2, long j = 1:N:3), to: a[i][j][0:2])
    for (int i = 0; i < N && check_device; i++)
        for (int j = 0; j < N; j++)
            CHECK_INT(omp_target_is_present(a[i][j], 0) != 0, i % 2 == 0 && j % 3 == 1, "row %d %d", i, j);
#pragma omp target exit data map(iterator(unsigned char i = 0:N:2, long j = 1:N:3), release: a[i][j][0:2])
    for (int i = 0; i < N && check_device; i++)
        for (int j = 0; j < N; j++)
            CHECK(!omp_target_is_present(a[i][j], 0), "gone: row %d %d", i, j);
    for (int i = 0; i < N; i++)
        lines[i] = room[i][0];
#pragma omp target enter data map(iterator(int **p = lines:lines + N:2), to: (*p)[0:2])
    for (int i = 0; i < N && check_device; i++)
        CHECK_INT(omp_target_is_present(lines[i], 0) != 0, i % 2 == 0, "by pointer: %d", i);
#pragma omp target exit data map(iterator(int **p = lines:lines + N:2), release: (*p)[0:2])
    return check_end();
}
