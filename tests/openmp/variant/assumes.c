// ROW: assumes
// SPEC: 5.1 8.3.2
/* What the file promises. */
#pragma omp assumes absent(scan, tile)
#include "check.h"

int main(int argc, char **argv)
{
    int a[37];
    check_begin(argc, argv);
#pragma omp target parallel for map(from: a)
    for (int i = 0; i < 37; i++)
        a[i] = i;
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], i, "a[%d]", i);
    return check_end();
}
