// ROW: target defaultmap(none: aggregate)
// SPEC: 5.0 5.8.7
/* Arrays and structures have a clause each; scalars are firstprivate as ever. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[37], k = 3;
    struct point { int x, y; } in = {4, 5}, out = {0, 0};
    check_begin(argc, argv);
    for (int i = 0; i < 37; i++)
        a[i] = i;
#pragma omp target defaultmap(none: aggregate) map(tofrom: a) firstprivate(in) map(from: out)
    {
        a[36] += in.x * k;
        in.y = 50;
        out.x = in.y;
        out.y = k++;
    }
    CHECK_INT(a[36], 48, "array");
    CHECK_INT(in.y, 5, "firstprivate structure");
    CHECK_INT(out.x, 50, "structure");
    CHECK_INT(out.y, 3, "scalar");
    CHECK_INT(k, 3, "scalar is firstprivate");
    return check_end();
}
