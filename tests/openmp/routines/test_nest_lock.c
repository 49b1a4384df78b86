// ROW: omp_test_nest_lock
// SPEC: 4.5 18.9.6
/* The nesting count, for the owner. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int counts[3] = {-1, -1, -1};
#pragma omp target map(from : counts)
    {
        omp_nest_lock_t lock;
        omp_init_nest_lock(&lock);
        for (int i = 0; i < 3; i++)
            counts[i] = omp_test_nest_lock(&lock);
        for (int i = 0; i < 3; i++)
            omp_unset_nest_lock(&lock);
        omp_destroy_nest_lock(&lock);
    }
    for (int i = 0; i < 3; i++)
        CHECK_INT(counts[i], i + 1, "count %d", i);
    return check_end();
}
