// ROW: metadirective when(: target)
// SPEC: 5.0 7.4
/* It becomes a real region, with its maps. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[37], on_host = -1, ran = 0;
    check_begin(argc, argv);
    for (int i = 0; i < 37; i++)
        a[i] = i;
#pragma omp metadirective when(implementation={vendor(nobody)}: parallel for) \
    default(target teams distribute parallel for map(tofrom: a) map(from: on_host))
    for (int i = 0; i < 37; i++) {
        a[i] *= 2;
        if (i == 36)
            on_host = omp_is_initial_device();
    }
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], 2 * i, "a[%d]", i);
#pragma omp target map(from: ran)
    ran = omp_is_initial_device();
    CHECK_INT(on_host, ran, "it ran where regions run");
    return check_end();
}
