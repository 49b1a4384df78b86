// ROW: parallel loop num_gangs() num_workers() vector_length()
// SPEC: 3.3 2.5.11
#include "check.h"
#define FACTOR 2
#define SIZES num_workers(FACTOR) vector_length(16 * FACTOR)

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[500];
#pragma acc parallel loop num_gangs(7) SIZES copyout(a)
    for (int i = 0; i < 500; i++)
        a[i] = omp_get_num_threads();
    for (int i = 0; i < 500; i++)
        CHECK(a[i] >= 1 && a[i] <= 64, "%d threads", a[i]);
    return check_end();
}
