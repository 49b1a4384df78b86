// ROW: several devices from several threads
// SPEC: 4.0 13.8
// ENV: GANTRY_EMULATED_DEVICES=2
#include "check.h"

int main(int argc, char **argv)
{
    enum { THREADS = 4 };
    int n = omp_get_num_devices(), sum[THREADS], where[THREADS], a[THREADS][37];
    check_begin(argc, argv);
#pragma omp parallel for num_threads(THREADS)
    for (int t = 0; t < THREADS; t++) {
        int d = n ? t % n : 0, s = 0, at = -1;
        for (int i = 0; i < 37; i++)
            a[t][i] = t + i;
#pragma omp target teams distribute parallel for device(d) map(to: a[t]) reduction(+: s)
        for (int i = 0; i < 37; i++)
            s += a[t][i];
#pragma omp target device(d) map(from: at)
        at = omp_get_device_num();
        sum[t] = s;
        where[t] = at;
    }
    for (int t = 0; t < THREADS; t++) {
        CHECK_INT(sum[t], 36 * 37 / 2 + 37 * t, "thread %d", t);
        CHECK_INT(where[t], n ? t % n : 0, "device of thread %d", t);
    }
    return check_end();
}
