// ROW: sections reduction()
// SPEC: 1.0 5.5.8
#include "check.h"

int main(int argc, char **argv)
{
    int sum = 100, most = -5, shared = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: sum, most, shared)
#pragma omp parallel num_threads(3)
    {
#pragma omp sections reduction(+: sum) reduction(max: most)
        {
#pragma omp section
            {
                sum += 1;
                most = most > 3 ? most : 3;
            }
#pragma omp section
            {
                shared = sum >= 100;
                sum += 2;
                most = most > 30 ? most : 30;
            }
#pragma omp section
            sum += 4;
#pragma omp section
            sum += 8;
#pragma omp section
            sum += 16;
        }
    }
    CHECK_INT(sum, 131, "sum");
    CHECK_INT(shared, 0, "copies begin with 0");
    CHECK_INT(most, 30, "max");
    return check_end();
}
