// ROW: target defaultmap(default)
// SPEC: 5.0 5.8.7
/* The rules that hold without the clause. */
#include "check.h"

int main(int argc, char **argv)
{
    int s = 7, a[37] = {0}, v[3] = {0}, *p = v;
    check_begin(argc, argv);
#pragma omp target data map(tofrom: v)
#pragma omp target defaultmap(default)
    {
        s++;
        a[36] = s;
        p[2] = s;
    }
    CHECK_INT(s, 7, "scalar");
    CHECK_INT(a[36], 8, "array");
    CHECK_INT(v[2], 8, "pointer");
    return check_end();
}
