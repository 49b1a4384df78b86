// ROW: target enter data map(iterator(i=0:n:s), to:)
// SPEC: 5.1 3.2.6
/* Steps up and down; only the rows they name are mapped. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 20 };
    int *a[N], room[N][3];
    for (int i = 0; i < N; i++)
        a[i] = room[i];
#pragma omp target enter data map(iterator(i = 1:N:6), to: a[i][0:3])
    for (int i = 0; i < N && check_device; i++)
        CHECK_INT(omp_target_is_present(a[i], 0) != 0, i % 6 == 1, "up: row %d", i);
#pragma omp target exit data map(iterator(i = 1:N:6), release: a[i][0:3])
#pragma omp target enter data map(iterator(i = N - 1:-1:-7), to: a[i][0:3])
    for (int i = 0; i < N && check_device; i++)
        CHECK_INT(omp_target_is_present(a[i], 0) != 0, i == 19 || i == 12 || i == 5, "down: row %d", i);
#pragma omp target exit data map(iterator(i = N - 1:-1:-7), delete: a[i][0:3])
#pragma omp target enter data map(iterator(i = 5:5), to: a[i][0:3])
    for (int i = 0; i < N && check_device; i++)
        CHECK(!omp_target_is_present(a[i], 0), "empty range: row %d", i);
    return check_end();
}
