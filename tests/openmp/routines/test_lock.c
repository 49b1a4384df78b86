// ROW: omp_test_lock
// SPEC: 4.5 18.9.6
/* True for one at a time. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int first = -1, second = -1, third = -1;
#pragma omp target map(from : first, second, third)
    {
        omp_lock_t lock;
        omp_init_lock(&lock);
        first = omp_test_lock(&lock) != 0;
        second = omp_test_lock(&lock) != 0;
        omp_unset_lock(&lock);
        third = omp_test_lock(&lock) != 0;
        omp_unset_lock(&lock);
        omp_destroy_lock(&lock);
    }
    CHECK_INT(first, 1, "free");
    CHECK_INT(second, 0, "taken");
    CHECK_INT(third, 1, "free again");
    return check_end();
}
