// ROW: acc_get_property() acc_get_property_string() acc_get_device_type() acc_set_device_type() acc_init_device() acc_shutdown_device()
// SPEC: 3.3 3.2
#include "check.h"
#include <openacc.h>
#include <string.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    acc_device_t type = acc_get_device_type();
    CHECK(check_device ? type == acc_device_nvidia || type == acc_device_radeon || type == acc_device_not_host
                       : type == acc_device_host,
          "the type of the current device");
    int n = acc_get_num_devices(type), me = acc_get_device_num(type);
    CHECK(n > me && me >= 0, "its number");
    CHECK_INT(acc_get_num_devices(acc_device_current), n, "of the current type");
    acc_init_device(me, type);
    CHECK(acc_get_property(me, type, acc_property_memory) > 1000, "memory");
    CHECK(acc_get_property(me, type, acc_property_free_memory) <= acc_get_property(me, type, acc_property_memory),
          "free memory");
    CHECK(check_device || acc_get_property(0, acc_device_host, acc_property_shared_memory_support) == 1, "shared");
    CHECK_INT((int)acc_get_property(me, type, acc_property_name), 0, "no number");
    CHECK(strlen(acc_get_property_string(me, type, acc_property_name)) > 0, "name");
    CHECK(strlen(acc_get_property_string(me, acc_device_current, acc_property_vendor)) > 0, "vendor");
    CHECK(acc_get_property_string(me, type, acc_property_driver) != NULL, "driver");
    CHECK(acc_get_property_string(me, type, acc_property_memory) == NULL, "no text");
    acc_set_device_type(acc_device_host);
    CHECK_INT(acc_get_device_type(), acc_device_host, "the host");
    int host = 0;
#pragma acc serial copyout(host)
    host = acc_on_device(acc_device_host);
    CHECK(host, "regions of the host run there");
    acc_set_device_type(type);
    CHECK_INT(acc_get_device_type(), type, "back");
#pragma acc serial copyout(host)
    host = acc_on_device(acc_device_host);
    CHECK(host == !check_device, "regions of the device");
    acc_set_device_num(-1, type);
    CHECK_INT(acc_get_device_num(type), 0, "the default");
    acc_shutdown_device(me, type);
#pragma acc serial copyout(host)
    host = 7;
    CHECK_INT(host, 7, "used again");
    return check_end();
}
