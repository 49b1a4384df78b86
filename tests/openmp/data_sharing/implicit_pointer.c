// ROW: implicit rules: a pointer is a zero-length section
// SPEC: 4.5 5.8.6
/* It finds what is mapped at the address it holds, in the middle too; one that holds NULL, or points to nothing mapped, keeps
 * its value; the region's stores to it stay there. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[37], local = 0, *mid = a + 20, *null = 0, *lone = &local, good = 0;
    void *any = a;
    check_begin(argc, argv);
    for (int i = 0; i < 37; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a)
    {
#pragma omp target map(from: good)
        {
            good = mid[16] == 36 && mid[-20] == 0 && null == 0 && lone != 0 && ((int *)any)[5] == 5;
            mid[1] = 100;
            mid = 0;
        }
    }
    CHECK_INT(good, 1, "values");
    CHECK_INT(a[21], 100, "through it");
    CHECK(mid == a + 20, "the host's pointer");
    return check_end();
}
