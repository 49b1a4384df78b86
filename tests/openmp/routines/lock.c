// ROW: omp_init_lock, omp_set_lock, omp_unset_lock, omp_destroy_lock
// SPEC: 4.5 18.9.1
/* Threads of all teams come one after the other. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    long sum = 0;
    omp_lock_t lock;
#pragma omp target map(tofrom : sum) map(alloc : lock)
    {
        omp_init_lock(&lock);
#pragma omp parallel for num_threads(9)
        for (int i = 0; i < 100; i++) {
            omp_set_lock(&lock);
            sum = sum + i;
            omp_unset_lock(&lock);
        }
        omp_destroy_lock(&lock);
    }
    CHECK_INT(sum, 4950, "sum");
    return check_end();
}
