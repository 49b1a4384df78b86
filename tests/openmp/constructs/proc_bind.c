// ROW: parallel proc_bind(close | spread | primary)
// SPEC: 4.0 10.1.4
/* Where threads are is the implementation's; the region is the same. */
#include "check.h"

int main(int argc, char **argv)
{
    int n[4] = {0};
    check_begin(argc, argv);
#pragma omp target map(tofrom: n)
    {
#pragma omp parallel proc_bind(close) num_threads(3)
#pragma omp single
        n[0]++;
#pragma omp parallel for proc_bind(spread)
        for (int i = 0; i < 10; i++) {
#pragma omp atomic
            n[1]++;
        }
#pragma omp parallel proc_bind(primary)
#pragma omp master
        n[2]++;
        n[3] = omp_get_proc_bind() >= omp_proc_bind_false;
    }
    CHECK_INT(n[0], 1, "close");
    CHECK_INT(n[1], 10, "spread");
    CHECK_INT(n[2], 1, "primary");
    CHECK_INT(n[3], 1, "omp_get_proc_bind");
    return check_end();
}
