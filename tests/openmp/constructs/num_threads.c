// ROW: parallel num_threads(n)
// SPEC: 2.0 10.1.2
/* At most as many threads. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int n = 1; n <= 9; n += 4) {
        int threads = 0, first = 0, second = 0;
#pragma omp target map(tofrom: threads, first, second)
        {
#pragma omp parallel num_threads(n)
            {
#pragma omp atomic
                threads++;
#pragma omp single
                first = omp_get_num_threads();
            }
#pragma omp parallel num_threads(1)
            second += omp_get_num_threads();
        }
        CHECK(threads >= 1 && threads <= n, "%d threads, num_threads(%d)", threads, n);
        CHECK_INT(first, threads, "omp_get_num_threads of %d", n);
        CHECK_INT(second, 1, "num_threads(1)");
    }
    return check_end();
}
