// ROW: omp_display_env
// SPEC: 5.1 18.15
/* Writes the variables, and the program goes on. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int n = 0;
    omp_display_env(0);
    omp_display_env(1);
#pragma omp target map(tofrom : n)
    n++;
    CHECK_INT(n, 1, "a region after it");
    return check_end();
}
