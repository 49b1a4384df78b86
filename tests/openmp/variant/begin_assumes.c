// ROW: begin assumes ... end assumes
// SPEC: 5.1 8.3.4
/* What functions of the block promise. */
#include "check.h"

#pragma omp begin assumes no_openmp
static int twice(int x) { return 2 * x; }
#pragma omp end assumes

int main(int argc, char **argv)
{
    int a[37];
    check_begin(argc, argv);
#pragma omp target parallel for map(from: a)
    for (int i = 0; i < 37; i++)
        a[i] = twice(i);
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], 2 * i, "a[%d]", i);
    return check_end();
}
