// ROW: requires unified_address
// SPEC: 5.0 8.2.1
/* A device address means the same everywhere: no is_device_ptr is needed, and structures carry it. */
#pragma omp requires unified_address
#include "check.h"

struct array { int n, *v; };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int dev = omp_get_default_device(), out[37];
    struct array a = {37, omp_target_alloc(37 * sizeof *a.v, dev)};
    int *p = a.v;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 37; i++)
        p[i] = i;
#pragma omp target map(to: a)
    a.v[36] += a.n;
    CHECK_INT(omp_target_memcpy(out, a.v, sizeof out, 0, 0, omp_get_initial_device(), dev), 0, "copy");
    for (int i = 0; i < 37; i++)
        CHECK_INT(out[i], i == 36 ? 73 : i, "out[%d]", i);
    omp_target_free(p, dev);
    return check_end();
}
