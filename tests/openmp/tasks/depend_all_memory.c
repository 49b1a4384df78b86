// ROW: task depend(out: omp_all_memory)
// SPEC: 5.1 15.9.5
/* In the order of everybody's dependences. */
#include "check.h"

int main(int argc, char **argv)
{
    int x = 0, y = 0, sum = 0, behind = 0;
    check_begin(argc, argv);
#pragma omp target parallel num_threads(4) map(tofrom: x, y, sum, behind)
#pragma omp single
    {
#pragma omp task depend(out: x)
        x = 10;
#pragma omp task depend(out: y)
        y = 20;
#pragma omp task depend(inout: omp_all_memory)
        sum = x + y;
#pragma omp task depend(in: y)
        behind = sum + 1;
    }
    CHECK_INT(sum, 30, "sum");
    CHECK_INT(behind, 31, "behind it");
    return check_end();
}
