// ROW: omp_thread_mem_alloc (omp_alloc, omp_free)
// SPEC: 5.0 6.2
/* Memory of a thread's own. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, n = 0;
#pragma omp target parallel num_threads(11) uses_allocators(omp_thread_mem_alloc) map(tofrom : wrong, n)
    {
        int *p = omp_alloc(20 * sizeof *p, omp_thread_mem_alloc), bad = p == NULL;
        for (int i = 0; p && i < 20; i++)
            p[i] = i + 100 * omp_get_thread_num();
#pragma omp barrier
        for (int i = 0; p && i < 20; i++)
            bad += p[i] != i + 100 * omp_get_thread_num();
        omp_free(p, omp_thread_mem_alloc);
#pragma omp atomic
        wrong += bad;
#pragma omp atomic
        n++;
    }
    CHECK(n > 0, "no thread ran");
    CHECK_INT(wrong, 0, "wrong elements");
    return check_end();
}
