// ROW: target data map(p[lower:n]) use_device_ptr(p)
// SPEC: 4.5 5.4.8
/* The pointer's own element is not mapped, only a later part: p[i] still means element i. */
#include "check.h"

int main(int argc, char **argv)
{
    int *p = check_alloc(100 * sizeof *p);
    check_begin(argc, argv);
    for (int i = 0; i < 100; i++)
        p[i] = i;
#pragma omp target data map(tofrom: p[40:37]) use_device_ptr(p)
    {
#pragma omp target parallel for is_device_ptr(p)
        for (int i = 40; i < 77; i++)
            p[i] += 1000;
    }
    for (int i = 0; i < 100; i++)
        CHECK_INT(p[i], i >= 40 && i < 77 ? i + 1000 : i, "p[%d]", i);
    free(p);
    return check_end();
}
