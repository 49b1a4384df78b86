// ROW: target defaultmap(firstprivate)
// SPEC: 5.0 5.8.7
/* Every variable is the region's own, threads and teams included. */
#include "check.h"

int main(int argc, char **argv)
{
    int s = 7, a[37], out[37], *p = a;
    struct point { int x, y; } t = {1, 2};
    check_begin(argc, argv);
    for (int i = 0; i < 37; i++)
        a[i] = i;
#pragma omp target parallel defaultmap(firstprivate) map(from: out) num_threads(4)
#pragma omp for
    for (int i = 0; i < 37; i++) {
        out[i] = a[i] + s + t.y + (p != 0);
        a[i] = -1;
    }
    for (int i = 0; i < 37; i++) {
        CHECK_INT(out[i], i + 10, "out[%d]", i);
        CHECK_INT(a[i], i, "a[%d]", i);
    }
    CHECK(p == a, "pointer");
    return check_end();
}
