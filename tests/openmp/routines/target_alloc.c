// ROW: omp_target_alloc, omp_target_free
// SPEC: 4.5 18.8.1
/* Memory that regions use through is_device_ptr. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int device = omp_get_default_device(), host = omp_get_initial_device();
    FOR_EACH_SIZE(n) {
        long bad = 0;
        double *p = omp_target_alloc((size_t)(n + 1) * sizeof *p, device);
        CHECK(p != NULL, "%ld elements", n);
        if (!p)
            break;
#pragma omp target is_device_ptr(p) device(device)
        for (long i = 0; i <= n; i++)
            p[i] = 2.0 * (double)i;
#pragma omp target teams distribute parallel for is_device_ptr(p) map(tofrom : bad) reduction(+ : bad) device(device)
        for (long i = 0; i <= n; i++)
            bad += p[i] != 2.0 * (double)i;
        CHECK_INT(bad, 0, "%ld elements", n);
        omp_target_free(p, device);
    }
    CHECK(omp_target_alloc(0, device) == NULL, "no bytes");
    omp_target_free(NULL, device);
    char *h = omp_target_alloc(17, host);
    CHECK(h != NULL, "on the host");
    if (h)
        h[16] = 1;
    omp_target_free(h, host);
    return check_end();
}
