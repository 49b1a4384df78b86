// ROW: metadirective when(user={condition(n > 9)}:)
// SPEC: 5.1 7.2
/* A condition that only the run knows. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[37], where[2] = {-1, -1}, region = -1;
    check_begin(argc, argv);
#pragma omp target map(from: region)
    region = omp_is_initial_device();
    for (int n = 5; n < 40; n += 32) {
        for (int i = 0; i < n; i++)
            a[i] = i;
#pragma omp metadirective when(user={condition(n > 9)}: target teams distribute parallel for map(tofrom: a, where)) \
    default(parallel for)
        for (int i = 0; i < n; i++) {
            a[i] += n;
            if (i == 0)
                where[n > 9] = omp_is_initial_device();
        }
        for (int i = 0; i < n; i++)
            CHECK_INT(a[i], i + n, "n %d: a[%d]", n, i);
    }
    CHECK_INT(where[0], 1, "few iterations stay on the host");
    CHECK_INT(where[1], region, "many go where regions run");
    return check_end();
}
