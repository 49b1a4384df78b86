// ROW: acc_get_num_devices() acc_set_device_num() acc_on_device() acc_wait() ...
// SPEC: 3.3 3.2
#include "check.h"
#include <openacc.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int host = 2, other = 2, a[30];
    acc_init(acc_device_default);
    CHECK_INT(acc_get_num_devices(acc_device_none), 0, "none");
    CHECK_INT(acc_get_num_devices(acc_device_host), 1, "the host");
    CHECK(acc_get_num_devices(acc_device_not_host) >= check_device, "devices");
    int number = acc_get_device_num(acc_device_default);
    acc_set_device_num(number, acc_device_default);
    CHECK_INT(acc_get_device_num(acc_device_default), number, "as it was");
    CHECK(acc_on_device(acc_device_host) && !acc_on_device(acc_device_not_host), "here");
#pragma acc serial copyout(host, other)
    {
        host = acc_on_device(acc_device_host);
        other = acc_on_device(acc_device_not_host);
    }
    CHECK(host == !check_device && other == check_device, "where the region runs");
#pragma acc parallel loop async(2) copyout(a)
    for (int i = 0; i < 30; i++)
        a[i] = i;
    acc_wait(2);
    CHECK_INT(a[29], 29, "waited for a queue");
    acc_set_default_async(3);
#pragma acc parallel loop async copy(a)
    for (int i = 0; i < 30; i++)
        a[i]++;
#pragma acc wait(3)
    CHECK_INT(a[29], 30, "the default queue");
#pragma acc parallel loop async(acc_async_noval) copy(a)
    for (int i = 0; i < 30; i++)
        a[i]++;
    acc_wait_all();
    CHECK_INT(a[29], 31, "waited for all");
#pragma acc parallel loop async(acc_async_sync) copy(a)
    for (int i = 0; i < 30; i++)
        a[i]++;
    CHECK_INT(a[29], 32, "synchronous");
    acc_shutdown(acc_device_default);
    return check_end();
}
