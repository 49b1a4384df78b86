// ROW: target has_device_addr of sections
// SPEC: 5.1 5.4.9
#include "check.h"

int main(int argc, char **argv)
{
    int a[50], *p = check_alloc(50 * sizeof *p);
    check_begin(argc, argv);
    for (int i = 0; i < 50; i++)
        a[i] = p[i] = i;
#pragma omp target data map(tofrom: a[3:37], p[5:40]) use_device_addr(a[3:37]) use_device_addr(p[5:40])
    {
#pragma omp target parallel for has_device_addr(a[3:37], p[5:40])
        for (int i = 5; i < 40; i++) {
            a[i] *= 2;
            p[i] *= 3;
        }
    }
    for (int i = 0; i < 50; i++) {
        CHECK_INT(a[i], i >= 5 && i < 40 ? 2 * i : i, "a[%d]", i);
        CHECK_INT(p[i], i >= 5 && i < 40 ? 3 * i : i, "p[%d]", i);
    }
    free(p);
    return check_end();
}
