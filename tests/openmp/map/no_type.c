// ROW: target enter data map(), target exit data map()
// SPEC: 5.2 5.8.3
/* Without a map type: tofrom, of which entry and exit take their halves. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[17], b = 3;
    for (int i = 0; i < 17; i++)
        a[i] = i;
#pragma omp target enter data map(a)
#pragma omp target data map(b)
#pragma omp target
    {
        for (int i = 0; i < 17; i++)
            a[i] += b;
    }
#pragma omp target exit data map(a)
    for (int i = 0; i < 17; i++)
        CHECK_INT(a[i], i + 3, "a[%d]", i);
    CHECK(!check_device || !omp_target_is_present(a, 0), "gone");
    return check_end();
}
