// ROW: target defaultmap(from: pointer)
// SPEC: 5.0 5.8.7
/* Without a clause of their own: what the region stores comes back. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int v[37], *p = v, *q = v + 5;
    long seen = -1;
    long seen2 = -1;
#pragma omp target defaultmap(from: pointer) map(from: seen, seen2)
    {
        seen = 1;
        seen2 = 2;
        p = (int *)16;
        q = (int *)32;
    }
    CHECK_INT((long)p, 16, "what the region stored");
    CHECK_INT((long)q, 32, "the other that it stored");
    CHECK_INT(seen + (long)seen2, 3, "explicit ones");
    return check_end();
}
