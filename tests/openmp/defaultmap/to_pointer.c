// ROW: target defaultmap(to: pointer)
// SPEC: 5.0 5.8.7
/* Without a clause of their own: the values go to the device and do not come back. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int v[37], *p = v, *q = v + 5;
    CHECK_MEANT(&p, sizeof p);
    CHECK_MEANT(&q, sizeof q);
    long seen = -1;
    long seen2 = -1;
#pragma omp target defaultmap(to: pointer) map(from: seen, seen2)
    {
        seen = (long)p;
        seen2 = (long)q;
        p = (int *)16;
        q = (int *)32;
    }
    CHECK_INT(seen, (long)v, "value on the device");
    CHECK_INT(seen2, (long)(v + 5), "the other value there");
    if (check_device) {
        CHECK_INT((long)p, (long)v, "stays on the device");
        CHECK_INT((long)q, (long)(v + 5), "the other stays there");
    }
    return check_end();
}
