// ROW: target defaultmap(to: aggregate)
// SPEC: 5.0 5.8.7
/* Without a clause of their own: the values go to the device and do not come back. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[37];
    struct { int x; double y[3]; } t = {7, {1.5, 2.5, 3.5}};
    CHECK_MEANT(a, sizeof a);
    CHECK_MEANT(&t, sizeof t);
    for (int i = 0; i < 37; i++)
        a[i] = i;
    long seen = -1;
    double seen2 = -1;
#pragma omp target defaultmap(to: aggregate) map(from: seen, seen2)
    {
        seen = a[36];
        seen2 = t.y[2];
        a[36] = 100;
        t.y[2] = 4.5;
    }
    CHECK_INT(seen, 36, "value on the device");
    CHECK_REAL(seen2, 3.5, 0, "the other value there");
    if (check_device) {
        CHECK_INT(a[36], 36, "stays on the device");
        CHECK_REAL(t.y[2], 3.5, 0, "the other stays there");
    }
    return check_end();
}
