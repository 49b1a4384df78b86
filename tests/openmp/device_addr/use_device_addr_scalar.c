// ROW: target data use_device_addr of scalars and structures
// SPEC: 5.0 5.4.10
#include "check.h"

struct pair { int x, y; };

int main(int argc, char **argv)
{
    int s = 7, *outside = &s;
    double d = 1.5;
    struct pair t = {1, 2};
    check_begin(argc, argv);
#pragma omp target data map(tofrom: s, d, t) use_device_addr(s, d) use_device_addr(t)
    {
        int *ps = &s, *py = &t.y;
        double *pd = &d;
        CHECK((ps != outside) == check_device, "the device's address");
#pragma omp target is_device_ptr(ps, pd, py)
        {
            *ps += 1;
            *pd *= 2;
            *py = *ps;
        }
    }
    CHECK_INT(s, 8, "integer");
    CHECK_REAL(d, 3, 0, "real");
    CHECK_INT(t.y, 8, "member");
    CHECK_INT(t.x, 1, "the other member");
    return check_end();
}
