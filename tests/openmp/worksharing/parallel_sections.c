// ROW: parallel sections
// SPEC: 1.0 17.3
#include "check.h"

int main(int argc, char **argv)
{
    int a[4] = {0}, last = 0, sum = 5, p = 3, many = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: a, last, sum, p, many)
    {
        int local = 40;
#pragma omp parallel sections num_threads(3) firstprivate(local) private(p) lastprivate(last) reduction(+: sum) shared(a)
        {
#pragma omp section
            {
                p = 1;
                a[0] = local + p;
                sum += 1;
                last = 1;
                many = omp_get_num_threads();
            }
#pragma omp section
            {
                local++;
                p = 2;
                a[1] = local + p;
                sum += 2;
                last = 2;
            }
#pragma omp section
            {
                a[2] = omp_in_parallel() || omp_get_num_threads() == 1;
                sum += 4;
                last = 3;
            }
        }
        a[3] = local;
    }
    CHECK_INT(a[0], 41, "firstprivate and private");
    CHECK_INT(a[1], 43, "of their own");
    CHECK_INT(a[2], 1, "in a parallel region");
    CHECK_INT(a[3], 40, "the original");
    CHECK_INT(p, 3, "private's original");
    CHECK_INT(last, 3, "lastprivate");
    CHECK_INT(sum, 12, "reduction");
    CHECK(many >= 1 && many <= 3, "num_threads: %d", many);
    return check_end();
}
