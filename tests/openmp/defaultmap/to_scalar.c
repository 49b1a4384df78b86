// ROW: target defaultmap(to: scalar)
// SPEC: 5.0 5.8.7
/* Without a clause of their own: the values go to the device and do not come back. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int s = 7;
    double d = 1.5;
    CHECK_MEANT(&s, sizeof s);
    CHECK_MEANT(&d, sizeof d);
    long seen = -1;
    double seen2 = -1;
#pragma omp target defaultmap(to: scalar) map(from: seen, seen2)
    {
        seen = s;
        seen2 = d;
        s = 8;
        d = 2.5;
    }
    CHECK_INT(seen, 7, "value on the device");
    CHECK_REAL(seen2, 1.5, 0, "the other value there");
    if (check_device) {
        CHECK_INT(s, 7, "stays on the device");
        CHECK_REAL(d, 1.5, 0, "the other stays there");
    }
    return check_end();
}
