// ROW: target depend(inout:)
// SPEC: 4.5 13.8
/* Without nowait the region still waits for the tasks it depends on. */
#include "check.h"

static void delay(void)
{
    double begin = omp_get_wtime();
    while (omp_get_wtime() - begin < 0.02)
        ;
}

int main(int argc, char **argv)
{
    int x = 0, v = 4, seen = 0, value = 0, after = 0;
    check_begin(argc, argv);
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp task depend(out: x) shared(x)
        {
            delay();
            x = 7;
        }
#pragma omp target depend(inout: x) map(tofrom: x) map(from: seen, value) firstprivate(v)
        {
            seen = x;
            value = v;
            x = 9;
        }
        after = x;
    }
    CHECK_INT(seen, 7, "the region runs after the task");
    CHECK_INT(value, 4, "firstprivate beside it");
    CHECK_INT(after, 9, "the code behind it runs after the region");
    return check_end();
}
