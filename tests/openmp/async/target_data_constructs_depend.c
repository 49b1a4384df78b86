// ROW: target enter data / exit data / update depend(...)
// SPEC: 4.5 13.6
/* Without nowait: after the tasks they depend on, before the code after them. */
#include "check.h"

static void delay(void)
{
    double begin = omp_get_wtime();
    while (omp_get_wtime() - begin < 0.01)
        ;
}

int main(int argc, char **argv)
{
    enum { N = 65 };
    static int a[N];
    CHECK_MEANT(a, sizeof a);
    int seen = 0, back = 0, last = 0;
    check_begin(argc, argv);
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp task depend(out: a)
        {
            delay();
            a[3] = 5;
        }
#pragma omp target enter data map(to: a) depend(inout: a)
#pragma omp target map(from: seen)
        seen = a[3];
#pragma omp task depend(out: a)
        {
            delay();
            a[4] = 6;
        }
#pragma omp target update to(a) depend(in: a)
#pragma omp target
        a[4] += 10;
#pragma omp target update from(a) depend(out: a)
        back = a[4];
#pragma omp task depend(inout: a)
        {
            delay();
            a[4] = -1;
        }
#pragma omp target exit data map(from: a) depend(in: a)
        last = a[4];
    }
    CHECK_INT(seen, 5, "enter data after the task");
    CHECK_INT(back, 16, "update after the task");
    CHECK_INT(last, check_device ? 16 : -1, "exit data after the task");
    return check_end();
}
