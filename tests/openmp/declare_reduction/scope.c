// ROW: declare reduction in a block hides the one outside
// SPEC: 4.0 5.5.11
/* The same name means another combiner in an inner block, and the first again after it. */
#include "check.h"

#pragma omp declare reduction(join : long : omp_out += omp_in)

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long a = 0, b = 0, c = 0;
#pragma omp target parallel for map(tofrom: a) reduction(join: a)
    for (int i = 0; i < 100; i++)
        a += 1;
    {
#pragma omp declare reduction(join : long : omp_out = omp_out > omp_in ? omp_out : omp_in) initializer(omp_priv = -1)
#pragma omp target parallel for map(tofrom: b) reduction(join: b)
        for (int i = 0; i < 100; i++)
            b = b > i ? b : i;
    }
#pragma omp target parallel for map(tofrom: c) reduction(join: c)
    for (int i = 0; i < 100; i++)
        c += 2;
    CHECK_INT(a, 100, "before");
    CHECK_INT(b, 99, "inside");
    CHECK_INT(c, 200, "behind");
    return check_end();
}
