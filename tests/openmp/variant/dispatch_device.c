// ROW: dispatch device()
// SPEC: 5.1 7.6
/* The default device of the call is another one, which its regions take, and arguments are adjusted for. */
#include "check.h"

static int where;
static void other(int *p, int n)
{
    where = omp_get_default_device();
#pragma omp target is_device_ptr(p)
    for (int i = 0; i < n; i++)
        p[i] = i + 1;
}
#pragma omp declare variant(other) match(construct={dispatch}) adjust_args(need_device_ptr: p)
static void base(int *p, int n) { p[0] = n = -1; }

int main(int argc, char **argv)
{
    int a[5] = {0}, before, host = omp_get_initial_device(), device;
    check_begin(argc, argv);
    before = omp_get_default_device();
    device = before;
#pragma omp dispatch device(host)
    base(a, 5);
    CHECK_INT(where, host, "the default device under dispatch device(host)");
    CHECK_INT(a[4], 5, "computed on the host");
    CHECK_INT(omp_get_default_device(), before, "the default device behind it");
    omp_set_default_device(host);
#pragma omp target data map(from: a) device(device)
    {
#pragma omp dispatch device(device)
        base(a, 3);
    }
    CHECK_INT(where, device, "the default device under dispatch device(device)");
    CHECK_INT(a[2], 3, "computed on the device");
    CHECK_INT(omp_get_default_device(), host, "the default device behind it");
    return check_end();
}
