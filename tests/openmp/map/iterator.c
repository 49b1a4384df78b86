// ROW: target map(iterator(i=0:n), tofrom: a[i][0:m])
// SPEC: 5.1 5.8.3
/* Pointers to rows, each attached. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        int m = 7, **a = check_alloc(sizeof *a * (size_t)(n + 1));
        for (int i = 0; i < n; i++) {
            a[i] = check_alloc(sizeof(int) * (size_t)m);
            for (int j = 0; j < m; j++)
                a[i][j] = i * 10 + j;
        }
#pragma omp target map(to: a[0:n]) map(iterator(i = 0:n), tofrom: a[i][0:m])
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                a[i][j] = -a[i][j];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++)
                CHECK_INT(a[i][j], -(i * 10 + j), "a[%d][%d]", i, j);
            CHECK(!check_device || !omp_target_is_present(a[i], 0), "row %d is gone", i);
            free(a[i]);
        }
        free(a);
    }
    return check_end();
}
