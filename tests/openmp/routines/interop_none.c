// ROW: omp_get_num_interop_properties, omp_get_interop_int, omp_get_interop_ptr, omp_get_interop_str
// SPEC: 5.1 18.12.1
// DEVICES: host
/* What is asked of omp_interop_none has no value, and that is said. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    omp_interop_t none = omp_interop_none;
    int code = 7;
    CHECK(omp_get_num_interop_properties(none) >= 0, "properties");
    (void)omp_get_interop_int(none, omp_ipr_fr_id, &code);
    CHECK(code < 0 && code != 7, "int: %d", code);
    code = 7;
    CHECK(omp_get_interop_ptr(none, omp_ipr_device, &code) == NULL && code < 0, "ptr: %d", code);
    code = 7;
    CHECK(omp_get_interop_str(none, omp_ipr_vendor_name, &code) == NULL && code < 0, "str: %d", code);
    return check_end();
}
