// ROW: omp_set_dynamic, omp_get_dynamic
// SPEC: 4.5 18.2.6
/* Where threads are never adjusted the variable stays false; false can always be set. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int on = -1, off = -1, before = omp_get_dynamic();
#pragma omp target map(tofrom : on, off)
    {
        omp_set_dynamic(1);
        on = omp_get_dynamic();
        omp_set_dynamic(0);
        off = omp_get_dynamic();
    }
    CHECK(on == 0 || on == 1, "after omp_set_dynamic(1): %d", on);
    CHECK_INT(off, 0, "after omp_set_dynamic(0)");
    CHECK_INT(omp_get_dynamic(), before, "of the encountering task");
    return check_end();
}
