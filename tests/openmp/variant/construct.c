// ROW: metadirective when(construct={target, parallel}:)
// SPEC: 5.0 7.1
/* What stands around it, in this order. */
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0, outside = 0, wrong = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count, wrong)
#pragma omp parallel num_threads(1)
    {
#pragma omp metadirective when(construct={target, parallel}: simd) default(for)
        for (int i = 0; i < 1; i++)
            count++;
#pragma omp metadirective when(construct={parallel, target}: nothing) default(single)
        wrong++;
    }
    CHECK_INT(count, 1, "once");
    CHECK_INT(wrong, 1, "once");
    count = 0;
#pragma omp target map(tofrom: count)
    {
#pragma omp metadirective when(construct={target}: parallel num_threads(2)) default(nothing)
        {
#pragma omp atomic
            count++;
        }
    }
#pragma omp metadirective when(construct={target}: parallel num_threads(2)) default(nothing)
    {
#pragma omp atomic
        outside++;
    }
    CHECK_INT(count, 2, "in a target construct");
    CHECK_INT(outside, 1, "in none");
    return check_end();
}
