// ROW: target defaultmap(default: pointer)
// SPEC: 5.0 5.8.7
/* A pointer is that of a zero-length section: it finds what is mapped, though scalars have another rule. */
#include "check.h"

int main(int argc, char **argv)
{
    int s = 7, v[37] = {0}, *p = v + 1;
    check_begin(argc, argv);
#pragma omp target data map(tofrom: v)
#pragma omp target defaultmap(default: pointer) defaultmap(tofrom: scalar)
    {
        s++;
        p[35] = s;
        p = 0;
    }
    CHECK_INT(s, 8, "scalar");
    CHECK_INT(v[36], 8, "through the pointer");
    CHECK(p == v + 1, "the pointer itself is the region's own");
    return check_end();
}
