// ROW: task depend(iterator():)
// SPEC: 5.0 3.2.6
/* Dependences on several elements. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[9] = {0}, sum = 0;
#pragma omp target parallel num_threads(4) map(tofrom: a, sum)
#pragma omp single
    {
        for (int i = 0; i < 9; i++)
#pragma omp task depend(out: a[i])
            a[i] = i + 1;
#pragma omp task depend(iterator(j=0:9), in: a[j])
        for (int i = 0; i < 9; i++)
            sum += a[i];
    }
    CHECK_INT(sum, 45, "sum");
    return check_end();
}
