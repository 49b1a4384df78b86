// ROW: target has_device_addr of an array
// SPEC: 5.1 5.4.9
#include "check.h"

int main(int argc, char **argv)
{
    int a[37], other = 5;
    check_begin(argc, argv);
    for (int i = 0; i < 37; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a) use_device_addr(a)
    {
#pragma omp target teams distribute parallel for has_device_addr(a)
        for (int i = 0; i < 37; i++)
            a[i] += other;
#pragma omp target has_device_addr(a)
        a[36] += (int)(sizeof a / sizeof a[0]);
    }
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], i + 5 + (i == 36 ? 37 : 0), "a[%d]", i);
    return check_end();
}
