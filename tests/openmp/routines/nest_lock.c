// ROW: omp_init_nest_lock, omp_set_nest_lock, omp_unset_nest_lock, omp_destroy_nest_lock
// SPEC: 4.5 18.9.1
/* Its owner may take it again; others wait until it is given back as often. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    long sum = 0;
    omp_nest_lock_t lock;
#pragma omp target map(tofrom : sum) map(alloc : lock)
    {
        omp_init_nest_lock(&lock);
#pragma omp parallel for num_threads(5)
        for (int i = 0; i < 60; i++) {
            omp_set_nest_lock(&lock);
            omp_set_nest_lock(&lock);
            sum = sum + i;
            omp_unset_nest_lock(&lock);
            sum = sum + 1;
            omp_unset_nest_lock(&lock);
        }
        omp_destroy_nest_lock(&lock);
    }
    CHECK_INT(sum, 59 * 60 / 2 + 60, "sum");
    return check_end();
}
