// ROW: target data use_device_addr of an array
// SPEC: 5.0 5.4.10
/* The array's name means the device's copy: &a[i] is a device address. */
#include "check.h"

static void set(int *d, int n, int by)
{
#pragma omp target parallel for is_device_ptr(d)
    for (int i = 0; i < n; i++)
        d[i] += by;
}

int main(int argc, char **argv)
{
    int a[37], host_size = sizeof a;
    check_begin(argc, argv);
    for (int i = 0; i < 37; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a) use_device_addr(a)
    {
        CHECK_INT(sizeof a, host_size, "still an array");
        set(a, 37, 100);
        set(&a[36], 1, 1);
    }
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], 100 + i + (i == 36), "a[%d]", i);
    return check_end();
}
