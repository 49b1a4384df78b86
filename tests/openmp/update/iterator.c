// ROW: target update to(iterator(...): ...), from(iterator(...): ...)
// SPEC: 5.1 13.9
/* Rows that an array of pointers points to, and elements of one array. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 13, M = 6 };
    int *a[N], b[40];
    for (int i = 0; i < N; i++)
        a[i] = check_alloc(sizeof(int) * M);
    CHECK_MEANT(b, sizeof b);
    for (int i = 0; i < N; i++)
        CHECK_MEANT(a[i], sizeof(int) * M);
    for (int i = 0; i < 40; i++)
        b[i] = i;
#pragma omp target enter data map(to: a, b) map(iterator(i = 0:N), to: a[i][0:M])
    for (int i = 0; i < N && check_device; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * 10 + j;
#pragma omp target update to(iterator(i = 0:N:2): a[i][1:3])
#pragma omp target map(present, alloc: a, b)
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                a[i][j] += 1000;
        for (int i = 0; i < 40; i++)
            b[i] = -i;
    }
#pragma omp target update from(iterator(i = 0:N): a[i][0:M]) from(iterator(k = 1:7): b[k * k])
    for (int i = 0; i < N && check_device; i++)
        for (int j = 0; j < M; j++)
            CHECK_INT(a[i][j], 1000 + (i % 2 == 0 && j >= 1 && j < 4 ? i * 10 + j : 0), "a[%d][%d]", i, j);
    for (int i = 0; i < 40 && check_device; i++)
        CHECK_INT(b[i], i == 1 || i == 4 || i == 9 || i == 16 || i == 25 || i == 36 ? -i : i, "b[%d]", i);
#pragma omp target exit data map(iterator(i = 0:N), delete: a[i][0:M]) map(delete: a, b)
    for (int i = 0; i < N; i++)
        free(a[i]);
    return check_end();
}
