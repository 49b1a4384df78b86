// ROW: scope private() firstprivate() reduction()
// SPEC: 5.1 11.2
#include "check.h"

int main(int argc, char **argv)
{
    int sum = 1000, x = 3, y = 5, n = 0, late = 0, shared = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: sum, x, y, n, late, shared)
#pragma omp parallel num_threads(35)
    {
#pragma omp single
        n = omp_get_num_threads();
#pragma omp scope private(x) firstprivate(y) reduction(+: sum)
        {
            x = omp_get_thread_num();
            y += x;
            if (sum >= 1000) {
#pragma omp atomic
                shared++;
            }
            sum += y;
        }
        int now;
#pragma omp atomic read
        now = sum;
        if (now != 1000 + 5 * n + n * (n - 1) / 2) {
#pragma omp atomic
            late++;
        }
    }
    CHECK_INT(sum, 1000 + 5 * n + n * (n - 1) / 2, "sum of %d threads", n);
    CHECK_INT(shared, 0, "copies begin with 0");
    CHECK_INT(late, 0, "all see it behind the construct");
    CHECK_INT(x * 10 + y, 35, "the originals");
    return check_end();
}
