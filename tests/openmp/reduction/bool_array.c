// ROW: target teams distribute parallel for reduction(&&: _Bool array)
// SPEC: 4.5 5.5.8
/* Arrays of _Bool, of one and two dimensions, on a combined and on nested constructs. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    _Bool a[4] = {1, 1, 1, 1}, b[3][2] = {{0}}, s = 1;
#pragma omp target teams distribute parallel for reduction(&&: a) map(tofrom: s) reduction(&&: s)
    for (int i = 0; i < 100; i++) { a[i % 4] = a[i % 4] && i != 50; s = s && i != 7; }
    CHECK(a[0] && a[1] && !a[2] && a[3] && !s, "and");
#pragma omp target parallel for reduction(||: b)
    for (int i = 0; i < 100; i++) b[i % 3][i % 2] = b[i % 3][i % 2] || i == 50;
    CHECK(b[2][0] && !b[0][0], "or");
#pragma omp target teams map(tofrom: b) reduction(||: b)
    {
#pragma omp distribute parallel for reduction(||: b)
    for (int i = 0; i < 100; i++) b[i % 3][i % 2] = b[i % 3][i % 2] || i == 51;
    }
    CHECK(b[2][0] && !b[0][0] && b[0][1], "or");
    return check_end();
}
