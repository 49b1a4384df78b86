// ROW: target data if(0) use_device_ptr, use_device_addr
// SPEC: 5.0 5.4.8
/* Without a device the names keep their meaning. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[37], s = 3, *p = check_alloc(37 * sizeof *p), *host = p;
    check_begin(argc, argv);
    a[5] = p[5] = 5;
#pragma omp target data if (0) map(tofrom: a, s, p[0:37]) use_device_ptr(p) use_device_addr(a, s)
    {
        CHECK(p == host, "pointer");
        p[5]++;
        a[5]++;
        s++;
    }
    CHECK_INT(p[5], 6, "through the pointer");
    CHECK_INT(a[5], 6, "array");
    CHECK_INT(s, 4, "scalar");
    free(p);
    return check_end();
}
