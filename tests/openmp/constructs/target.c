// ROW: target
// SPEC: 4.0 13.8
#include "check.h"

int main(int argc, char **argv)
{
    int a[37], x = 4, where = -1;
    check_begin(argc, argv);
    for (int i = 0; i < 37; i++)
        a[i] = i;
#pragma omp target map(from: where)
    {
        where = omp_is_initial_device() != 0;
        for (int i = 0; i < 37; i++)
            a[i] += x;
        x = 0;
    }
    CHECK_INT(where, !check_device, "place");
    CHECK_INT(x, 4, "a scalar is firstprivate");
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], i + 4, "a[%d]", i);
    return check_end();
}
