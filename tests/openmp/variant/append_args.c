// ROW: declare variant append_args(interop(...))
// SPEC: 5.1 7.5.3
/* Under dispatch the variant gets interop objects after its other arguments. */
#include "check.h"

static int calls, devices[2];
static int with_object(int x, omp_interop_t object)
{
    int code = 1;
    calls++;
    devices[0] = (int)omp_get_interop_int(object, omp_ipr_device_num, &code);
    return code == omp_irc_success ? x + 100 : -1;
}
#pragma omp declare variant(with_object) match(construct={dispatch}) append_args(interop(target))
static int plain(int x) { return x; }

static void with_two(int *p, omp_interop_t one, omp_interop_t sync)
{
    int code;
    devices[1] = (int)omp_get_interop_int(one, omp_ipr_device_num, &code);
    if (sync != omp_interop_none)
        devices[1] += (int)omp_get_interop_int(sync, omp_ipr_device_num, &code) - devices[1];
#pragma omp target is_device_ptr(p)
    p[1] = 5;
}
#pragma omp declare variant(with_two) match(construct={dispatch}) adjust_args(need_device_ptr: p) \
    append_args(interop(target), interop(targetsync))
static void base(int *p) { p[0] = -1; }

static int only(omp_interop_t object) { return object != omp_interop_none; }
#pragma omp declare variant(only) match(construct={dispatch}) append_args(interop(target))
static int nothing(void) { return -1; }

int main(int argc, char **argv)
{
    int r, a[3] = {0}, host = omp_get_initial_device();
    check_begin(argc, argv);
#pragma omp dispatch
    r = plain(1);
    CHECK_INT(r, 101, "the value of the call");
    CHECK_INT(devices[0], omp_get_default_device(), "the device of the object");
#pragma omp dispatch device(host)
    r = plain(2);
    CHECK_INT(r, 102, "the value of the call");
    CHECK_INT(devices[0], host, "the device of the object, device(host)");
    CHECK_INT(plain(3), 3, "a call without dispatch");
    CHECK_INT(calls, 2, "calls of the variant");
#pragma omp target data map(tofrom: a)
    {
#pragma omp dispatch
        base(a);
    }
    CHECK_INT(a[1], 5, "together with need_device_ptr");
    CHECK_INT(devices[1], omp_get_default_device(), "the device of two objects");
#pragma omp dispatch
    r = nothing();
    CHECK_INT(r, 1, "a function without parameters");
    return check_end();
}
