// ROW: metadirective when(implementation={atomic_default_mem_order()}:)
// SPEC: 5.0 7.2
/* What a requires directive of the file says. */
#pragma omp requires atomic_default_mem_order(seq_cst)
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0, other = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count, other)
    {
#pragma omp metadirective when(implementation={atomic_default_mem_order(seq_cst)}: parallel num_threads(2)) default(nothing)
        {
#pragma omp atomic
            count++;
        }
#pragma omp metadirective when(implementation={atomic_default_mem_order(acq_rel)}: parallel num_threads(2)) default(nothing)
        {
#pragma omp atomic
            other++;
        }
    }
    CHECK_INT(count, 2, "seq_cst");
    CHECK_INT(other, 1, "not acq_rel");
    return check_end();
}
