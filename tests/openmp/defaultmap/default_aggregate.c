// ROW: target defaultmap(default: aggregate)
// SPEC: 5.0 5.8.7
/* Arrays and structures are map(tofrom:), though scalars have another rule. */
#include "check.h"

int main(int argc, char **argv)
{
    int s = 7, a[37] = {0};
    struct point { int x, y; } t = {1, 2};
    check_begin(argc, argv);
#pragma omp target defaultmap(default: aggregate) defaultmap(tofrom: scalar)
    {
        s++;
        a[36] = 1;
        t.y = t.x + 10;
    }
    CHECK_INT(s, 8, "scalar");
    CHECK_INT(a[36], 1, "array");
    CHECK_INT(t.y, 11, "structure");
    return check_end();
}
