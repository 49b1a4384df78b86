// ROW: single copyprivate(), orphaned in a device function
// SPEC: 2.0 5.7.2
#include "check.h"

static int agree(int mine)
{
    int value = mine;
    long other[2] = {mine, mine};
#pragma omp single copyprivate(value, other)
    {
        value = mine * 2 + 1;
        other[1] = value + 1;
    }
    return value + (int)other[1];
}

int main(int argc, char **argv)
{
    int got[64] = {0}, n = 0, alone = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: got, n, alone)
    {
        alone = agree(5);
#pragma omp parallel num_threads(40)
        {
            got[omp_get_thread_num()] = agree(omp_get_thread_num() + 1);
#pragma omp single
            n = omp_get_num_threads();
        }
    }
    CHECK_INT(alone, 23, "by one thread");
    for (int i = 0; i < n; i++)
        CHECK_INT(got[i], got[0], "thread %d of %d", i, n);
    CHECK(got[0] >= 7 && got[0] % 4 == 3, "a thread's value: %d", got[0]);
    return check_end();
}
