// ROW: OMP_DISPLAY_ENV
// SPEC: 4.5 21.7
// ENV: OMP_DISPLAY_ENV=VERBOSE
/* The variables are written, and the program runs as ever. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 0;
#pragma omp target map(tofrom : n)
    n++;
    CHECK_INT(n, 1, "a region");
    return check_end();
}
