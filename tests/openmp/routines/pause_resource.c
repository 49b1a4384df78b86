// ROW: omp_pause_resource
// SPEC: 5.0 18.6.1
/* Soft and hard pauses of each device succeed and leave it usable; a soft one keeps mapped data. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int a[33], device = omp_get_default_device(), seen = 0;
    for (int i = 0; i < 33; i++)
        a[i] = i;
#pragma omp target enter data map(to : a)
#pragma omp target
    a[1] = 100;
    int paused = omp_pause_resource(omp_pause_soft, device);
    CHECK(paused == 0 || !check_device, "soft pause: %d", paused);
#pragma omp target map(from : seen)
    seen = a[1];
    CHECK_INT(seen, 100, "mapped data after a soft pause");
#pragma omp target exit data map(from : a)
    CHECK_INT(a[1], 100, "copied back");
    paused = omp_pause_resource(omp_pause_hard, device);
    CHECK(paused == 0 || !check_device, "hard pause: %d", paused);
#pragma omp target map(tofrom : seen)
    seen++;
    CHECK_INT(seen, 101, "a region after a hard pause");
    return check_end();
}
