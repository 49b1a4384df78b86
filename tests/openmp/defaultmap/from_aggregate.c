// ROW: target defaultmap(from: aggregate)
// SPEC: 5.0 5.8.7
/* Without a clause of their own: what the region stores comes back. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[37];
    struct { int x; double y[3]; } t = {7, {1.5, 2.5, 3.5}};
    for (int i = 0; i < 37; i++)
        a[i] = i;
    long seen = -1;
    double seen2 = -1;
#pragma omp target defaultmap(from: aggregate) map(from: seen, seen2)
    {
        seen = 1;
        seen2 = 2;
        a[36] = 100;
        t.y[2] = 4.5;
    }
    CHECK_INT(a[36], 100, "what the region stored");
    CHECK_REAL(t.y[2], 4.5, 0, "the other that it stored");
    CHECK_INT(seen + (long)seen2, 3, "explicit ones");
    return check_end();
}
