// ROW: assume, nothing, flush seq_cst, atomic update capture on the host
// SPEC: 5.1 8.3
// DEVICES: host
#include "check.h"

#pragma omp assumes no_openmp_routines

int main(int argc, char **argv)
{
    int x = 0, v = 0;
    check_begin(argc, argv);
#pragma omp assume holds(x == 0) no_openmp
    {
        x++;
    }
#pragma omp assume no_parallelism absent(parallel, for) contains(atomic)
    x++;
#pragma omp nothing
    CHECK_INT(x, 2, "assume");
#pragma omp flush seq_cst
#pragma omp atomic update capture
    v = x++;
    CHECK_INT(v, 2, "before");
#pragma omp atomic capture update seq_cst
    {
        x += 3;
        v = x;
    }
    CHECK_INT(v, 6, "after");
    return check_end();
}
