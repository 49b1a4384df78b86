// ROW: metadirective of stand-alone directives
// SPEC: 5.0 7.4
/* An update or none. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[37], b[37], initial = omp_get_num_devices() == 0;
    check_begin(argc, argv);
    CHECK_MEANT(b, sizeof b);
    for (int i = 0; i < 37; i++)
        a[i] = b[i] = i;
#pragma omp target data map(tofrom: a, b)
    {
        for (int i = 0; i < 37; i++)
            a[i] = b[i] = 100 + i;
#pragma omp metadirective when(user={condition(1)}: target update to(a)) default(nothing)
#pragma omp metadirective when(user={condition(argc > 99)}: target update to(b)) default(barrier)
#pragma omp target map(tofrom: a, b)
        for (int i = 0; i < 37; i++) {
            a[i]++;
            b[i]++;
        }
    }
    for (int i = 0; i < 37; i++) {
        CHECK_INT(a[i], 101 + i, "a[%d]", i);
        CHECK_INT(b[i], check_device ? 1 + i : 101 + i, "b[%d]", i);
    }
    (void)initial;
    return check_end();
}
