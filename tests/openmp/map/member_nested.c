// ROW: target map(tofrom: s.a.b[0:n])
// SPEC: 5.0 5.8.3
/* A pointer in a structure in a structure. */
#include "check.h"

struct inner { int n; double *b, c; };
struct outer { int k; struct inner in; };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct outer s = {5, {19, 0, 2.5}};
    s.in.b = check_alloc(19 * sizeof(double));
    for (int i = 0; i < 19; i++)
        s.in.b[i] = i;
    double *b = s.in.b;
#pragma omp target map(to: s) map(tofrom: s.in.b[0:s.in.n])
    for (int i = 0; i < s.in.n; i++)
        s.in.b[i] = s.in.b[i] * s.k + s.in.c;
    for (int i = 0; i < 19; i++)
        CHECK_REAL(s.in.b[i], i * 5 + 2.5, 1, "b[%d]", i);
#pragma omp target map(tofrom: s.in.b[2:7])
    for (int i = 2; i < 9; i++)
        s.in.b[i] = -s.in.n;
    for (int i = 0; i < 19; i++)
        CHECK_REAL(s.in.b[i], i >= 2 && i < 9 ? -19 : i * 5 + 2.5, 1, "b[%d]", i);
    CHECK(s.in.b == b, "the pointer is the host's");
    free(b);
    return check_end();
}
