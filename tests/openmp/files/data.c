// ROW: target enter data in one file, regions and exit in others
// SPEC: 4.5 5.8
// FILES: Inputs/data_enter.c Inputs/data_use.c
/* One present table for all files: what one maps the others find, with its count of references. */
#include "check.h"

void enter(double *a, int n), leave(double *a, int n);
void scale(double *a, int n, double by);

int main(int argc, char **argv)
{
    enum { N = 257 };
    double a[N];
    check_begin(argc, argv);
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < N; i++)
        a[i] = i;
    enter(a, N);
    enter(a, N);
    scale(a, N, 2);
    scale(a + 1, N - 1, 3);
    leave(a, N);
    for (int i = 0; i < N && check_device; i++)
        CHECK_REAL(a[i], i, 0, "still mapped: a[%d]", i);
    CHECK(omp_target_is_present(a, omp_get_default_device()), "present");
    leave(a, N);
    for (int i = 0; i < N; i++)
        CHECK_REAL(a[i], i * 6, 0, "a[%d]", i);
    return check_end();
}
