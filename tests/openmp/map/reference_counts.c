// ROW: target data map(), nested: reference counts
// SPEC: 4.5 5.8.3
/* Only the outermost entry and exit copy. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[12], b[12];
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < 12; i++)
        a[i] = b[i] = i;
#pragma omp target data map(tofrom: a) map(from: b)
    {
        for (int i = 0; i < 12 && check_device; i++)
            a[i] = -1;
#pragma omp target enter data map(to: a[4:4])
#pragma omp target data map(tofrom: a)
#pragma omp target map(tofrom: a) map(tofrom: b)
        for (int i = 0; i < 12; i++) {
            a[i] += 20;
            b[i] = a[i];
        }
#pragma omp target exit data map(from: a[4:4])
        for (int i = 0; i < 12 && check_device; i++)
            CHECK_INT(a[i], -1, "inner exits do not copy: a[%d]", i);
    }
    for (int i = 0; i < 12; i++) {
        CHECK_INT(a[i], 20 + i, "a[%d]", i);
        CHECK_INT(b[i], 20 + i, "b[%d]", i);
    }
    return check_end();
}
