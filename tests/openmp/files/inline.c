// ROW: declare target inline functions with external linkage, in several files
// SPEC: 4.0 7.8
// FILES: Inputs/inline_b.c
/* C99: each file has the body, one has the definition. */
#include "check.h"
#include "Inputs/inline.h"
extern inline int twice(int x);

int from_b(int x);
int main(int argc, char **argv)
{
    int r = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: r)
    r = twice(21) + thrice(r);
    CHECK_INT(r, 42, "here");
    CHECK_INT(from_b(5), 25, "the other file");
    return check_end();
}
