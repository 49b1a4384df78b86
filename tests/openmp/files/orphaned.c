// ROW: for, barrier and critical in declare target functions of another file
// SPEC: 4.5 11.5
// FILES: Inputs/orphaned_other.c
/* Constructs that bind to the parallel region of the caller's file. */
#include "check.h"

#pragma omp declare target
void share(int *a, int n);
void share_dynamic(int *a, int n);
int count(int *counter);
#pragma omp end declare target
enum { N = 1001 };

int main(int argc, char **argv)
{
    int a[N], b[N], counter = 0, threads = 0;
    check_begin(argc, argv);
#pragma omp target map(from: a, b) map(tofrom: counter, threads)
#pragma omp parallel num_threads(13)
    {
        share(a, N);
        share_dynamic(b, N);
        count(&counter);
#pragma omp barrier
#pragma omp single
        threads = omp_get_num_threads();
    }
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], 3 * (N - 1 - i), "for, a[%d]", i);
        CHECK_INT(b[i], i + 1, "dynamic, b[%d]", i);
    }
    CHECK_INT(counter, threads, "critical");
    return check_end();
}
