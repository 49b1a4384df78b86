// ROW: target enter data map(iterator(...), to:), target exit data map(iterator(...), from:)
// SPEC: 5.1 5.8.3
/* Rows mapped by one directive and released by another. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 23 };
    double *a[N];
    for (int i = 0; i < N; i++) {
        a[i] = check_alloc(sizeof(double) * (size_t)(i + 1));
        for (int j = 0; j <= i; j++)
            a[i][j] = i + j;
    }
#pragma omp target enter data map(to: a) map(iterator(i = 0:N), to: a[i][0:i + 1])
#pragma omp target map(present, alloc: a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            a[i][j] *= 2;
#pragma omp target exit data map(iterator(i = 0:N), from: a[i][0:i + 1]) map(release: a)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++)
            CHECK_REAL(a[i][j], 2 * (i + j), 1, "a[%d][%d]", i, j);
        CHECK(!check_device || !omp_target_is_present(a[i], 0), "row %d", i);
        free(a[i]);
    }
    return check_end();
}
