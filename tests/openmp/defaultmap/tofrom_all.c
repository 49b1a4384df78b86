// ROW: target defaultmap(tofrom)
// SPEC: 5.0 5.8.7
/* Without a category the clause is for all variables. */
#include "check.h"

int main(int argc, char **argv)
{
    int s = 7, a[37] = {0}, *p = a;
    struct point { int x, y; } t = {1, 2};
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for defaultmap(tofrom)
    for (int i = 0; i < 37; i++) {
        a[i] = i;
        if (i == 36) {
            s = i;
            t.y = t.x + i;
            p = p + 1;
        }
    }
    CHECK_INT(s, 36, "scalar");
    CHECK_INT(t.y, 37, "structure");
    CHECK(p == a + 1, "pointer");
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], i, "a[%d]", i);
    return check_end();
}
