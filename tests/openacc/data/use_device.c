// ROW: host_data if_present, if
// SPEC: 3.3 2.8
#include "check.h"
#include <openacc.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double a[10] = {0}, b[10], *p = a, *host = a;
    int no = 0;
#pragma acc host_data use_device(b, p) if_present
    CHECK(b != NULL && p == host, "what is not there stays as it is");
#pragma acc data copyin(a)
    {
        void *there = acc_deviceptr(a);
#pragma acc host_data use_device(a, p)
        CHECK(a == there && p == there, "the device's addresses");
#pragma acc host_data use_device(p) if (no)
        CHECK(p == host, "if");
    }
    if (no)
#pragma acc host_data use_device(p)
        p[0] = 1;
    else
        p = NULL;
    CHECK(p == NULL, "a construct is one statement");
    return check_end();
}
