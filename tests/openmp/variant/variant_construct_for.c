// ROW: declare variant match(construct={for}), match(construct={simd})
// SPEC: 5.0 7.5
/* Calls in loops of each kind. */
#include "check.h"

int in_for(int x) { return x + 100; }
int in_simd(int x) { return x + 200; }
#pragma omp declare variant(in_for) match(construct={for})
#pragma omp declare variant(in_simd) match(construct={simd})
int base(int x) { return x; }

int main(int argc, char **argv)
{
    int v[4] = {-1, -1, -1, -1}, on_host = -1;
    check_begin(argc, argv);
#pragma omp target parallel for map(from: v)
    for (int i = 0; i < 4; i++)
        v[i] = base(i);
    for (int i = 0; i < 4; i++)
        CHECK_INT(v[i], 100 + i, "for: v[%d]", i);
#pragma omp target map(from: v)
#pragma omp simd
    for (int i = 0; i < 4; i++)
        v[i] = base(i);
    for (int i = 0; i < 4; i++)
        CHECK_INT(v[i], 200 + i, "simd: v[%d]", i);
    (void)on_host;
    return check_end();
}
