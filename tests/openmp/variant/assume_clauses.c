// ROW: assume absent() contains() no_openmp no_openmp_routines no_parallelism
// SPEC: 5.1 8.3.1
/* Every clause, in a region. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[37], sum = 0;
    check_begin(argc, argv);
#pragma omp target map(from: a) map(tofrom: sum)
    {
#pragma omp assume absent(parallel, barrier) contains(simd) no_openmp_routines
        {
#pragma omp simd
            for (int i = 0; i < 37; i++)
                a[i] = i;
        }
#pragma omp assume no_openmp no_parallelism holds(a[3] == 3)
        {
            for (int i = 0; i < 37; i++)
                sum += a[i];
        }
    }
    CHECK_INT(sum, 666, "sum");
    return check_end();
}
