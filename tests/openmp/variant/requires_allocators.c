// ROW: metadirective when(implementation={dynamic_allocators}:)
// SPEC: 5.0 7.2
/* What a requires directive of the file says. */
#pragma omp requires dynamic_allocators
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0, other = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count, other)
    {
#pragma omp metadirective when(implementation={dynamic_allocators}: parallel num_threads(2)) default(nothing)
        {
#pragma omp atomic
            count++;
        }
#pragma omp metadirective when(implementation={reverse_offload}: parallel num_threads(2)) default(nothing)
        {
#pragma omp atomic
            other++;
        }
    }
    CHECK_INT(count, 2, "dynamic_allocators");
    CHECK_INT(other, 1, "not reverse_offload");
    return check_end();
}
