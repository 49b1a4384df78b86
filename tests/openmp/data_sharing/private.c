// ROW: target private of scalars, arrays, structures and pointers
// SPEC: 4.5 5.4.3
#include "check.h"

struct pair { int x, y; };

int main(int argc, char **argv)
{
    int s = 7, a[37] = {0}, seen = 0, *p = a;
    struct pair t = {1, 2};
    check_begin(argc, argv);
#pragma omp target private(s, a, t, p) map(from: seen)
    {
        s = 1;
        p = a + 36;
        *p = 20;
        t.x = 300;
        seen = s + a[36] + t.x;
    }
    CHECK_INT(seen, 321, "its own");
    CHECK_INT(s + a[36] + t.x, 8, "untouched");
    CHECK(p == a, "pointer");
    return check_end();
}
