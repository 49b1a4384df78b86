// ROW: cancel parallel, cancel for in a function
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

enum { N = 200 };
#pragma omp declare target
static int work(int stop)
{
    int n = 0;
#pragma omp parallel num_threads(3)
    {
#pragma omp cancel parallel if(stop == 1)
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < N; i++) {
#pragma omp cancel for if(stop == 2)
#pragma omp atomic
            n++;
        }
#pragma omp atomic
        n += 1000;
    }
    return n;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n[3] = {0}, on = 0, nested = 0, threads = 0;
#pragma omp target map(tofrom: n, on)
    {
        on = omp_get_cancellation();
        for (int k = 0; k < 3; k++)
            n[k] = work(k);
    }
#pragma omp target parallel num_threads(2) reduction(+: nested) map(tofrom: threads)
    {
        nested += work(1);
#pragma omp atomic write
        threads = omp_get_num_threads();
    }
    CHECK(n[0] >= 1000 + N && n[0] % 1000 == N, "not cancelled: %d", n[0]);
    CHECK_INT(n[1], on ? 0 : n[0], "the region is cancelled");
    CHECK_INT(n[2], on ? n[0] - N : n[0], "the loop is cancelled");
    if (on)
        CHECK_INT(nested, 0, "nested regions are cancelled, of %d threads", threads);
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
