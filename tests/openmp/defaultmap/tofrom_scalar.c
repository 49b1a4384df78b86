// ROW: target defaultmap(tofrom: scalar)
// SPEC: 4.5 5.8.7
/* Without a clause of their own: values go to the device and come back. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int s = 7;
    double d = 1.5;
    long seen = -1;
    double seen2 = -1;
#pragma omp target defaultmap(tofrom: scalar) map(from: seen, seen2)
    {
        seen = s;
        seen2 = d;
        s = 8;
        d = 2.5;
    }
    CHECK_INT(seen, 7, "value on the device");
    CHECK_REAL(seen2, 1.5, 0, "the other value there");
    CHECK_INT(s, 8, "what the region stored");
    CHECK_REAL(d, 2.5, 0, "the other that it stored");
    return check_end();
}
