// ROW: parallel for simd lastprivate(conditional: x)
// SPEC: 5.0 5.4.5
#include "check.h"
#include "conditional.h"

int main(int argc, char **argv)
{
    int x = -1, y = 5, z = 0;
    double w = 0.5;
    check_begin(argc, argv);
    set_terms();
#pragma omp target parallel for simd lastprivate(conditional: x, y) map(to: a) map(tofrom: x, y)
    ASSIGN_SOMETIMES_OR_NEVER(x, y)
#pragma omp target parallel for simd lastprivate(conditional: z, w) schedule(dynamic, 3) map(to: a) map(tofrom: z, w)
    ASSIGN_ALWAYS_OR_TWICE(z, w)
    check_last(x, y, z, w);
    return check_end();
}
