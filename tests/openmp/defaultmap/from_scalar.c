// ROW: target defaultmap(from: scalar)
// SPEC: 5.0 5.8.7
/* Without a clause of their own: what the region stores comes back. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int s = 7;
    double d = 1.5;
    long seen = -1;
    double seen2 = -1;
#pragma omp target defaultmap(from: scalar) map(from: seen, seen2)
    {
        seen = 1;
        seen2 = 2;
        s = 8;
        d = 2.5;
    }
    CHECK_INT(s, 8, "what the region stored");
    CHECK_REAL(d, 2.5, 0, "the other that it stored");
    CHECK_INT(seen + (long)seen2, 3, "explicit ones");
    return check_end();
}
