// ROW: omp_get_ancestor_thread_num
// SPEC: 4.5 18.2.18
/* The thread at each level, -1 beyond. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int wrong = 0, n = 0;
#pragma omp target map(tofrom : wrong, n)
    {
#pragma omp parallel num_threads(5)
        {
            int me = omp_get_thread_num(), bad = 0;
            bad += omp_get_ancestor_thread_num(0) != 0;
            bad += omp_get_ancestor_thread_num(1) != me;
            bad += omp_get_ancestor_thread_num(2) != -1;
            bad += omp_get_ancestor_thread_num(-1) != -1;
#pragma omp parallel num_threads(1) shared(bad)
            {
                bad += omp_get_ancestor_thread_num(1) != me;
                bad += omp_get_ancestor_thread_num(2) != 0;
            }
#pragma omp atomic
            wrong += bad;
#pragma omp atomic
            n++;
        }
    }
    CHECK(n > 0, "no thread ran");
    CHECK_INT(wrong, 0, "wrong answers");
    return check_end();
}
