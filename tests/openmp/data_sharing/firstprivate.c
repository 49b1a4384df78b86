// ROW: target firstprivate of scalars, arrays and structures
// SPEC: 4.5 5.4.4
/* The region's own copies begin with the host's values; nothing comes back. */
#include "check.h"

struct point { int x; double y[5]; };

int main(int argc, char **argv)
{
    int s = 7, a[37], seen = 0, last = 0;
    char c = 'x';
    struct point t = {1, {1, 2, 3, 4, 5}};
    double d = 0;
    check_begin(argc, argv);
    for (int i = 0; i < 37; i++)
        a[i] = i;
#pragma omp target firstprivate(s, a, t, c) map(from: seen, last, d)
    {
        a[0] = 100;
        t.y[4] += 0.5;
        seen = s++ + a[36] + a[0] + c;
        d = t.y[4];
        last = s;
    }
    CHECK_INT(seen, 7 + 36 + 100 + 'x', "values");
    CHECK_REAL(d, 5.5, 0, "structure");
    CHECK_INT(last, 8, "stores");
    CHECK_INT(s, 7, "scalar");
    CHECK_INT(a[0], 0, "array");
    CHECK_REAL(t.y[4], 5, 0, "member");
    return check_end();
}
