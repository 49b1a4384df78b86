// ROW: teams thread_limit(n)
// SPEC: 4.0 10.2
/* No region has more threads, and the routine says so. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int n = 1; n <= 7; n += 2) {
        int limit = 0, threads = 0, asked = 0;
#pragma omp target teams thread_limit(n) map(tofrom: limit, threads, asked) num_teams(1)
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
        CHECK(limit >= 1 && limit <= n, "omp_get_thread_limit() of %d is %d", n, limit);
        CHECK(threads >= 1 && threads <= n, "%d threads, thread_limit(%d)", threads, n);
        CHECK_INT(asked, threads, "omp_get_num_threads of %d", n);
    }
    return check_end();
}
