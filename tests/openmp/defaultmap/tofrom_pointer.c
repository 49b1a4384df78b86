// ROW: target defaultmap(tofrom: pointer)
// SPEC: 5.0 5.8.7
/* Without a clause of their own: values go to the device and come back. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int v[37], *p = v, *q = v + 5;
    long seen = -1;
    long seen2 = -1;
#pragma omp target defaultmap(tofrom: pointer) map(from: seen, seen2)
    {
        seen = (long)p;
        seen2 = (long)q;
        p = (int *)16;
        q = (int *)32;
    }
    CHECK_INT(seen, (long)v, "value on the device");
    CHECK_INT(seen2, (long)(v + 5), "the other value there");
    CHECK_INT((long)p, 16, "what the region stored");
    CHECK_INT((long)q, 32, "the other that it stored");
    return check_end();
}
