// ROW: omp_target_memcpy between devices
// SPEC: 4.5 18.8.5
// ENV: GANTRY_EMULATED_DEVICES=2
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = omp_get_num_devices(), host = omp_get_initial_device(), from = 0, to = n > 1 ? 1 : 0, a[37], b[37];
    int *x = omp_target_alloc(sizeof a, from), *y = omp_target_alloc(sizeof a + 8, to);
    for (int i = 0; i < 37; i++)
        a[i] = i;
    CHECK_INT(omp_target_memcpy(x, a, sizeof a, 0, 0, from, host), 0, "to the first");
#pragma omp target device(from) is_device_ptr(x)
    x[36] = 360;
    CHECK_INT(omp_target_memcpy(y, x, sizeof a, 8, 0, to, from), 0, "from one to the other");
#pragma omp target device(to) is_device_ptr(y)
    y[2] = -1;
    CHECK_INT(omp_target_memcpy(b, y, sizeof a, 0, 8, host, to), 0, "from the second");
    for (int i = 0; i < 37; i++)
        CHECK_INT(b[i], i == 0 ? -1 : i == 36 ? 360 : i, "b[%d]", i);
    omp_target_free(x, from);
    omp_target_free(y, to);
    return check_end();
}
