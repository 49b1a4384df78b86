// ROW: target is_device_ptr, the pointer itself changed
// SPEC: 4.5 5.4.7
/* The pointer is the region's own: stores to it stay there. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int dev = omp_get_default_device(), n = 37, sum = 0;
    int *p = omp_target_alloc(n * sizeof *p, dev), *before = p;
#pragma omp target is_device_ptr(p) map(tofrom: sum)
    {
        int *first = p;
        for (int i = 0; i < n; i++)
            *p++ = i;
        while (p != first)
            sum += *--p;
        p = 0;
    }
    CHECK_INT(sum, 36 * 37 / 2, "sum");
    CHECK(p == before, "the host's pointer");
    omp_target_free(p, dev);
    return check_end();
}
