// ROW: interop init(target:), use, destroy, device
// SPEC: 5.1 14.1
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int d = 0; d <= omp_get_num_devices(); d++) {
        omp_interop_t object = omp_interop_none;
        int code = 7;
#pragma omp interop init(target: object) device(d)
        CHECK(object != omp_interop_none, "device %d", d);
        CHECK_INT(omp_get_interop_int(object, omp_ipr_device_num, &code), d, "device_num");
        CHECK_INT(code, omp_irc_success, "its code");
        const char *vendor = omp_get_interop_str(object, omp_ipr_vendor_name, &code);
        CHECK(vendor && *vendor && code == omp_irc_success, "vendor_name");
        CHECK(omp_get_interop_str(object, omp_ipr_device_num, &code) == NULL && code == omp_irc_type_int, "a wrong type: %d", code);
        (void)omp_get_interop_int(object, (omp_interop_property_t)-100, &code);
        CHECK_INT(code, omp_irc_out_of_range, "no such property");
        CHECK(!strcmp(omp_get_interop_name(object, omp_ipr_device_num), "device_num"), "name");
        CHECK(omp_get_interop_rc_desc(object, omp_irc_success) != NULL, "description");
#pragma omp interop use(object)
#pragma omp interop destroy(object)
        CHECK(object == omp_interop_none, "destroyed, device %d", d);
    }
    return check_end();
}
