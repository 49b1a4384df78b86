// ROW: omp_get_thread_num
// SPEC: 4.5 18.2.4
/* Every number below the number of threads once, 0 outside. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int seen[1024] = {0}, n = 0, outside = -1;
#pragma omp target map(tofrom : seen, n, outside)
    {
        outside = omp_get_thread_num();
#pragma omp parallel
        {
#pragma omp atomic
            seen[omp_get_thread_num() % 1024]++;
#pragma omp single
            n = omp_get_num_threads();
        }
    }
    CHECK_INT(outside, 0, "outside");
    for (int i = 0; i < 1024 && n <= 1024; i++)
        CHECK_INT(seen[i], i < n, "thread %d of %d", i, n);
    return check_end();
}
