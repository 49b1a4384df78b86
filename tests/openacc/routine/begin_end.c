// ROW: init, shutdown, set: device_type, device_num, if; routine device_type
// SPEC: 3.3 2.14
#include "check.h"
#include <openacc.h>

#pragma acc routine device_type(nvidia) seq device_type(*) gang
static int twice(int x) { return 2 * x; }

int main(int argc, char **argv)
{
    int a[30], number = 0;
#pragma acc init if (argc > 100) device_num(77)
#pragma acc init device_type(default) device_num(number)
    check_begin(argc, argv);
#pragma acc set device_num(number) if (argc > 0)
#pragma acc set device_num(99) if (argc > 100)
#pragma acc parallel loop vector copyout(a)
    for (int i = 0; i < 30; i++)
        a[i] = twice(i);
    CHECK_INT(a[29], 58, "a routine");
    CHECK_INT(acc_get_device_num(acc_get_device_type()), check_device ? 0 : acc_get_device_num(acc_device_host), "number");
    acc_device_t before = acc_get_device_type();
#pragma acc set device_type(host)
    CHECK_INT(acc_get_device_type(), acc_device_host, "the host");
    int there = 0;
#pragma acc parallel copyout(there)
    there = acc_on_device(acc_device_host);
    CHECK_INT(there, 1, "runs on the host");
#pragma acc set device_type(default)
    CHECK_INT(acc_get_device_type(), before, "again");
    /* init chooses, too (2.14.1), as acc_init does */
#pragma acc init device_type(host) if (argc > 100)
    CHECK_INT(acc_get_device_type(), before, "not that one");
#pragma acc init device_type(host)
    CHECK_INT(acc_get_device_type(), acc_device_host, "the host by init");
    there = 0;
#pragma acc parallel copyout(there)
    there = acc_on_device(acc_device_host);
    CHECK_INT(there, 1, "runs on the host");
#pragma acc set device_num(0)
    CHECK_INT(acc_get_device_type(), acc_device_host, "a number of the current type");
#pragma acc init device_num(number) device_type(default)
    CHECK_INT(acc_get_device_type(), before, "again, by init");
    acc_init(acc_device_host);
    CHECK_INT(acc_get_device_type(), acc_device_host, "the host by acc_init");
    acc_init_device(0, before);
    CHECK_INT(acc_get_device_type(), before, "again, by acc_init_device");
#pragma acc init
    CHECK_INT(acc_get_device_type(), before, "as it was");
#pragma acc shutdown if (argc > 100)
#pragma acc shutdown device_type(*) device_num(0)
    return check_end();
}
