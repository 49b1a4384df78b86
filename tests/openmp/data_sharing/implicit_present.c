// ROW: implicit rules: what is mapped already is used, not copied
// SPEC: 4.0 5.8.1
#include "check.h"

int main(int argc, char **argv)
{
    int a[37] = {0}, s = 1;
    struct pair { int x, y; } t = {1, 2};
    check_begin(argc, argv);
    CHECK_MEANT(a, sizeof a);
    CHECK_MEANT(&t, sizeof t);
#pragma omp target data map(to: a, t, s)
    {
        a[36] = 5;
        t.x = 6;
        s = 7;
        int seen = 0;
#pragma omp target map(from: seen)
        {
            seen = a[36] + 10 * t.x + 100 * s;
            a[0] = -1;
        }
        CHECK_INT(seen, check_device ? 710 : 765, "the mapped array and structure, the host's scalar");
        if (check_device)
            CHECK_INT(a[0], 0, "not back");
    }
    return check_end();
}
