// ROW: assume
// SPEC: 5.1 8.3.3
#include "check.h"

int main(int argc, char **argv)
{
    int n = 16, sum = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: n, sum)
    {
#pragma omp assume holds(n % 8 == 0) no_openmp_routines
        {
            for (int i = 0; i < n; i++)
                sum += i;
        }
#pragma omp assume no_parallelism
        sum++;
    }
    CHECK_INT(sum, 121, "sum");
    return check_end();
}
