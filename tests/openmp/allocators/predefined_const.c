// ROW: omp_const_mem_alloc (omp_alloc, omp_free)
// SPEC: 5.0 6.2
/* Memory of omp_const_mem_alloc in the teams of a region: written and read by the threads of each. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, n = 0;
#pragma omp target teams num_teams(3) thread_limit(8) uses_allocators(omp_const_mem_alloc) map(tofrom : wrong, n)
    {
        int *p = omp_alloc(37 * sizeof *p, omp_const_mem_alloc), bad = p == NULL;
        if (p) {
#pragma omp parallel for
            for (int i = 0; i < 37; i++)
                p[i] = i * 3 + omp_get_team_num();
#pragma omp parallel for reduction(+ : bad)
            for (int i = 0; i < 37; i++)
                bad += p[36 - i] != (36 - i) * 3 + omp_get_team_num();
        }
        omp_free(p, omp_const_mem_alloc);
#pragma omp atomic
        wrong += bad;
#pragma omp atomic
        n++;
    }
    CHECK(n > 0, "no team ran");
    CHECK_INT(wrong, 0, "wrong elements");
    return check_end();
}
