// ROW: for, distribute, simd lastprivate()
// SPEC: 1.0 5.4.5
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 47, x = -1, y = -1, z = -1, w = -1;
    struct { long v; char c; } s = {0, 'a'};
    int m[3] = {0};
#pragma omp target parallel for lastprivate(x, s, m) map(tofrom: x, s, m)
    for (int i = 0; i < n; i++) {
        x = i;
        s.v = 2 * i;
        s.c = (char)('b' + i % 2);
        m[0] = m[1] = m[2] = i;
    }
#pragma omp target teams map(tofrom: y)
#pragma omp distribute lastprivate(y)
    for (int i = 0; i < n; i++)
        y = 3 * i;
#pragma omp target simd lastprivate(z) map(tofrom: z)
    for (int i = 0; i < n; i++)
        z = 4 * i;
#pragma omp target teams distribute parallel for simd lastprivate(w) schedule(static) map(tofrom: w)
    for (int i = n - 1; i >= 0; i--)
        w = 5 * i + 1;
    CHECK_INT(x, n - 1, "for");
    CHECK_INT(s.v, 2 * (n - 1), "structure");
    CHECK_INT(s.c, 'b' + (n - 1) % 2, "its member");
    for (int k = 0; k < 3; k++)
        CHECK_INT(m[k], n - 1, "array");
    CHECK_INT(y, 3 * (n - 1), "distribute");
    CHECK_INT(z, 4 * (n - 1), "simd");
    CHECK_INT(w, 1, "combined, down");
    return check_end();
}
