// ROW: omp_pteam_mem_alloc (omp_alloc, omp_free)
// SPEC: 5.0 6.2
/* The threads of a team share what one of them allocates; more than fits on chip works too. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, n = 0;
#pragma omp target teams num_teams(3) thread_limit(16) uses_allocators(omp_pteam_mem_alloc) map(tofrom : wrong, n)
    {
        int *shared = NULL, bad = 0;
        for (int size = 13; size <= 13000; size *= 10) {
#pragma omp parallel num_threads(9) shared(shared) reduction(+ : bad)
            {
#pragma omp single
                shared = omp_alloc((size_t)size * sizeof *shared, omp_pteam_mem_alloc);
                if (shared) {
#pragma omp for
                    for (int i = 0; i < size; i++)
                        shared[i] = size - i;
#pragma omp for
                    for (int i = 0; i < size; i++)
                        bad += shared[size - 1 - i] != i + 1;
                } else {
                    bad++;
                }
#pragma omp barrier
#pragma omp single
                omp_free(shared, omp_pteam_mem_alloc);
            }
        }
#pragma omp atomic
        wrong += bad;
#pragma omp atomic
        n++;
    }
    CHECK(n > 0, "no team ran");
    CHECK_INT(wrong, 0, "wrong elements");
    return check_end();
}
