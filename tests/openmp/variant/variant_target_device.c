// ROW: declare variant match(target_device={})
// SPEC: 5.1 7.5
/* The device of a number, or the default one, is asked at each call of host code. */
#include "check.h"

static int on_host(int x) { return x + 100; }
static int on_gpu(int x, int number) { return x + number + 200; }
#pragma omp declare variant(on_host) match(target_device={kind(host)})
static int of_default(int x) { return x; }
#pragma omp declare variant(on_gpu) match(target_device={device_num(number), kind(gpu)}, user={condition(x > 1)})
static int of_number(int x, int number) { return x + 0 * number; }

int main(int argc, char **argv)
{
    int host = omp_get_initial_device(), device = omp_get_default_device();
    check_begin(argc, argv);
    CHECK_INT(of_default(1), device == host ? 101 : 1, "the default device");
    omp_set_default_device(host);
    CHECK_INT(of_default(2), 102, "the initial device");
    CHECK_INT(of_number(3, host), 3, "device_num of the initial device");
    CHECK_INT(of_number(3, device), device == host ? 3 : 203 + device, "device_num");
    CHECK_INT(of_number(1, device), 1, "a condition besides");
    return check_end();
}
