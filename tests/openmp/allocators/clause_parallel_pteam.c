// ROW: allocate(omp_pteam_mem_alloc: private) on parallel
// SPEC: 5.0 6.6
/* A thread reaches the copy of its neighbour by its address. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, n = 0, x[3] = {0, 0, 0};
#pragma omp target map(tofrom : wrong, n)
    {
        int *of[64] = {0};
#pragma omp parallel num_threads(7) private(x) allocate(omp_pteam_mem_alloc : x) shared(of) reduction(+ : wrong)
        {
            int me = omp_get_thread_num(), all = omp_get_num_threads();
            x[0] = x[1] = x[2] = me + 10;
            of[me] = x;
#pragma omp barrier
            wrong += of[(me + 1) % all][1] != (me + 1) % all + 10;
#pragma omp barrier
#pragma omp atomic
            n++;
        }
    }
    CHECK(n > 0, "no thread ran");
    CHECK_INT(wrong, 0, "wrong neighbours");
    CHECK_INT(x[0], 0, "the original");
    return check_end();
}
