// ROW: target data use_device_ptr
// SPEC: 4.5 5.4.8
/* Inside, the pointer holds the device's address of what the same construct maps; outside it is the host's again. */
#include "check.h"

static void twice(int *d, int n)
{
#pragma omp target teams distribute parallel for is_device_ptr(d)
    for (int i = 0; i < n; i++)
        d[i] *= 2;
}

int main(int argc, char **argv)
{
    int n = 37, *p = check_alloc(37 * sizeof *p), *host = p;
    check_begin(argc, argv);
    for (int i = 0; i < n; i++)
        p[i] = i;
#pragma omp target data map(tofrom: p[0:n]) use_device_ptr(p)
    {
        CHECK((p != host) == check_device, "the device's address");
        CHECK(p == omp_get_mapped_ptr(host, omp_get_default_device()), "the routine says the same");
        twice(p, n);
    }
    CHECK(p == host, "the host's pointer again");
    for (int i = 0; i < n; i++)
        CHECK_INT(p[i], 2 * i, "p[%d]", i);
    free(p);
    return check_end();
}
