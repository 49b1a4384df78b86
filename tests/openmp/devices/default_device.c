// ROW: omp_set_default_device for all constructs
// SPEC: 4.0 18.7
// ENV: GANTRY_EMULATED_DEVICES=3
#include "check.h"

int main(int argc, char **argv)
{
    int n = omp_get_num_devices(), a[5] = {0};
    check_begin(argc, argv);
    for (int d = 0; d < n; d++) {
        int seen = -1;
        omp_set_default_device(d);
        CHECK_INT(omp_get_default_device(), d, "default");
#pragma omp target enter data map(to: a)
#pragma omp target map(from: seen)
        {
            seen = omp_get_device_num();
            a[4] = d;
        }
#pragma omp target update from(a)
        CHECK_INT(seen, d, "region");
        CHECK_INT(a[4], d, "update");
        for (int e = 0; e < n; e++)
            CHECK_INT(omp_target_is_present(a, e), e == d, "data");
#pragma omp target exit data map(release: a)
    }
    return check_end();
}
