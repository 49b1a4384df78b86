// ROW: begin metadirective ... end metadirective
// SPEC: 5.0 7.4.4
/* The block form. */
#include "check.h"

int main(int argc, char **argv)
{
    int a = 0, b = 0;
    check_begin(argc, argv);
#pragma omp begin metadirective when(device={kind(any)}: nothing) default(target)
    a++;
    b++;
#pragma omp end metadirective
    CHECK_INT(a, 1, "a");
    CHECK_INT(b, 1, "b");
    return check_end();
}
