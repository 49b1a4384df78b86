// ROW: target defaultmap(none: pointer)
// SPEC: 5.0 5.8.7
/* Pointers have a clause each. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 37, dev = omp_get_default_device(), *p = check_alloc(37 * sizeof *p), s = 0;
    int *d = omp_target_alloc(37 * sizeof *d, dev);
    for (int i = 0; i < n; i++)
        p[i] = i;
#pragma omp target defaultmap(none: pointer) map(tofrom: p[0:n]) is_device_ptr(d) map(tofrom: s)
    for (int i = 0; i < n; i++) {
        d[i] = p[i];
        s += d[i];
        p[i] = -d[i];
    }
    CHECK_INT(s, 36 * 37 / 2, "by way of the device's memory");
    for (int i = 0; i < n; i++)
        CHECK_INT(p[i], -i, "p[%d]", i);
    omp_target_free(d, dev);
    free(p);
    return check_end();
}
