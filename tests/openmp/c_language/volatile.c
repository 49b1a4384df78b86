// ROW: C: volatile
// SPEC: 4.0 1.7
/* Accesses that are neither left out nor joined, of variables and through pointers. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    volatile int v = 4;
    int seen = 0, flag = 0;
#pragma omp target map(tofrom: v, seen, flag)
    {
        v += 3;
        v++;
        volatile int *p = &v;
        seen = *p + v;
        volatile struct { int a, b[2]; } s = {1, {2, 3}};
        s.b[1] += s.a;
        seen = seen * 10 + s.b[1];
#pragma omp parallel num_threads(2) shared(flag)
        {
            volatile int local = omp_get_thread_num();
#pragma omp atomic
            flag += local >= 0;
        }
    }
    CHECK_INT(v, 8, "v");
    CHECK_INT(seen, 164, "seen");
    CHECK(flag >= 1, "threads");
    return check_end();
}
