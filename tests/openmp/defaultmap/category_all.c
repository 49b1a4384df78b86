// ROW: target defaultmap(tofrom: all)
// SPEC: 5.2 5.8.7
/* The category `all` is the same as none. */
#include "check.h"

int main(int argc, char **argv)
{
    int s = 7, a[37] = {0}, *p = a;
    check_begin(argc, argv);
#pragma omp target defaultmap(tofrom: all)
    {
        s++;
        a[36] = s;
        p = p + 1;
    }
    CHECK_INT(s, 8, "scalar");
    CHECK_INT(a[36], 8, "array");
    CHECK(p == a + 1, "pointer");
    return check_end();
}
