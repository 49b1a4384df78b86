// ROW: omp_get_num_threads
// SPEC: 4.5 18.2.2
/* 1 in sequential code, the number of threads that run the region inside. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int outside = -1, inside = -1, counted = 0;
#pragma omp target map(tofrom : outside, inside, counted)
    {
        outside = omp_get_num_threads();
#pragma omp parallel num_threads(7)
        {
#pragma omp atomic
            counted++;
#pragma omp single
            inside = omp_get_num_threads();
        }
    }
    CHECK_INT(outside, 1, "outside");
    CHECK_INT(inside, counted, "inside");
    return check_end();
}
