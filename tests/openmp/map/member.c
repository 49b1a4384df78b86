// ROW: target map(tofrom: s.x)
// SPEC: 5.0 5.8.3
/* Members of a structure; the others keep their values. */
#include "check.h"

struct point { int x, y, z, more[5]; };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct point p = {1, 2, 3, {0}};
    for (int i = 0; i < 5; i++)
        p.more[i] = i;
#pragma omp target map(tofrom: p.y, p.more[1:3])
    {
        p.y += p.x + p.z;
        for (int i = 1; i < 4; i++)
            p.more[i] += 10;
    }
    CHECK_INT(p.x, 1, "x");
    CHECK_INT(p.y, 6, "y");
    CHECK_INT(p.z, 3, "z");
    for (int i = 0; i < 5; i++)
        CHECK_INT(p.more[i], i + (i > 0 && i < 4 ? 10 : 0), "more[%d]", i);
    return check_end();
}
