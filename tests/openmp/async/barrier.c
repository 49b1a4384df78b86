// ROW: barrier after target nowait
// SPEC: 4.5 15.3.1
/* A barrier completes the tasks of all threads, regions among them; so does the end of the parallel region. */
#include "check.h"

int main(int argc, char **argv)
{
    enum { T = 4, N = 203 };
    static int a[T][N];
    int wrong = 0;
    check_begin(argc, argv);
#pragma omp parallel num_threads(T) reduction(+ : wrong)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        int *mine = a[me];
#pragma omp target teams distribute parallel for nowait map(from: mine[0:N])
        for (int i = 0; i < N; i++)
            mine[i] = 1 + i;
#pragma omp barrier
        for (int t = 0; t < all; t++)
            for (int i = 0; i < N; i++)
                wrong += a[t][i] != 1 + i;
#pragma omp barrier
#pragma omp target teams distribute parallel for nowait map(tofrom: mine[0:N])
        for (int i = 0; i < N; i++)
            mine[i] += wrong == 0;
    }
    CHECK_INT(wrong, 0, "elements not ready behind the barrier");
    for (int i = 0; i < N; i++)
        CHECK_INT(a[0][i], 2 + i, "behind the parallel region: a[0][%d]", i);
    return check_end();
}
