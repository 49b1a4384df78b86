// ROW: metadirective when(: error)
// SPEC: 5.1 8.5
/* An error that is not chosen is none. */
#include "check.h"

int main(int argc, char **argv)
{
    int n = 0;
    check_begin(argc, argv);
#pragma omp metadirective when(implementation={vendor(nobody)}: error at(compilation) message("nobody")) default(nothing)
#pragma omp target map(tofrom: n)
    n++;
    CHECK_INT(n, 1, "n");
    return check_end();
}
