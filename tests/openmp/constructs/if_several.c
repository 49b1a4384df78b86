// ROW: target parallel for simd if(target: e) if(parallel: f) if(simd: g)
// SPEC: 5.0 3.4
/* Each names the construct that it is for. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int k = 0; k < 8; k++) {
        int a[41] = {0}, place = -1, sum = 0;
#pragma omp target map(from: place) if (target: k & 1)
        place = omp_is_initial_device() != 0;
#pragma omp target parallel for simd if (target: k & 1) if (parallel: k & 2) if (simd: k & 4) reduction(+: sum) map(tofrom: a)
        for (int i = 0; i < 41; i++) {
            a[i] += i;
            sum += a[i];
        }
        CHECK_INT(place, !(check_device && (k & 1)), "place %d", k);
        CHECK_INT(sum, 820, "sum %d", k);
        for (int i = 0; i < 41; i++)
            CHECK_INT(a[i], i, "%d: a[%d]", k, i);
    }
    return check_end();
}
