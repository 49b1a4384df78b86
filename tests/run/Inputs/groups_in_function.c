#include <omp.h>
#pragma omp declare target
void rows(double *a, int n, int m, int *threads)
{
#pragma omp parallel
    {
#pragma omp single
        threads[0] = omp_get_num_threads();
#pragma omp for
        for (int i = 0; i < n; i++) {
            double tmp[64];
#pragma omp simd simdlen(8)
            for (int j = 0; j < m; j++)
                tmp[j] = i + 2 * j;
            int level = 0;
#pragma omp parallel
            level = omp_get_level() == 2 && omp_get_num_threads() == 1;
            if (i == 0)
                threads[1] = level;
#pragma omp simd
            for (int j = 0; j < m; j++)
                a[i * m + j] += tmp[j];
        }
    }
}
#pragma omp end declare target
