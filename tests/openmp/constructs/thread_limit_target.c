// ROW: target thread_limit(n)
// SPEC: 5.1 13.8
/* No region has more threads, and the routine says so. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int n = 1; n <= 7; n += 2) {
        int limit = 0, threads = 0, asked = 0;
#pragma omp target thread_limit(n) map(tofrom: limit, threads, asked)
        {
            limit = omp_get_thread_limit();
#pragma omp parallel num_threads(64)
            {
#pragma omp atomic
                threads++;
#pragma omp single
                asked = omp_get_num_threads();
            }
        }
        int combined = 0;
#pragma omp target parallel for thread_limit(n) num_threads(64) map(tofrom: combined)
        for (int i = 0; i < 100; i++)
            if (i == 0)
                combined = omp_get_num_threads();
        CHECK(combined >= 1 && combined <= n, "%d threads of a combined construct, thread_limit(%d)", combined, n);
        CHECK(limit >= 1 && limit <= n, "omp_get_thread_limit() of %d is %d", n, limit);
        CHECK(threads >= 1 && threads <= n, "%d threads, thread_limit(%d)", threads, n);
        CHECK_INT(asked, threads, "omp_get_num_threads of %d", n);
    }
    CHECK(omp_get_thread_limit() > 7, "the limit behind the regions: %d", omp_get_thread_limit());
    return check_end();
}
