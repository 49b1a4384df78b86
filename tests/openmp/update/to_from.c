// ROW: target update to(), from()
// SPEC: 4.5 13.9
/* Contiguous sections, both ways, of a part. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[50];
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < 50; i++)
        a[i] = i;
#pragma omp target data map(to: a)
    {
        for (int i = 0; i < 50 && check_device; i++)
            a[i] = 1000 + i;
#pragma omp target update to(a[10:5])
#pragma omp target
        for (int i = 0; i < 50; i++)
            a[i] += 10000;
        for (int i = 0; i < 50 && check_device; i++)
            a[i] = 0;
#pragma omp target update from(a[8:10])
        for (int i = 0; i < 50; i++)
            CHECK_INT(a[i], !check_device ? 10000 + i : i < 8 || i > 17 ? 0 : 10000 + i + (i >= 10 && i < 15 ? 1000 : 0),
                      "a[%d]", i);
    }
    return check_end();
}
