// ROW: masked taskloop filter()
// SPEC: 5.1 17.3
/* By the thread that the filter names. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int by[37], wrong = 0, threads = 0;
    for (int i = 0; i < 37; i++)
        by[i] = 0;
#pragma omp target map(tofrom: by, wrong, threads)
#pragma omp parallel num_threads(3)
    {
#pragma omp masked taskloop filter(omp_get_num_threads() - 1)
        for (int i = 0; i < 37; i++) {
#pragma omp atomic
            by[i]++;
        }
#pragma omp masked
        threads = omp_get_num_threads();
    }
    for (int i = 0; i < 37; i++)
        CHECK_INT(by[i], 1, "iteration %d", i);
    CHECK(threads >= 1, "threads");
    CHECK_INT(wrong, 0, "wrong");
    return check_end();
}
