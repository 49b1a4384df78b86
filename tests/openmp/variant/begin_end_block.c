// ROW: begin metadirective of a block-associated directive
// SPEC: 5.0 7.4.4
/* Several statements are the block of what is chosen. */
#include "check.h"

int main(int argc, char **argv)
{
    int a = 0, b = 0, on_host = -1, region = -1;
    check_begin(argc, argv);
#pragma omp target map(from: region)
    region = omp_is_initial_device();
#pragma omp begin metadirective when(user={condition(1)}: target map(tofrom: a, b) map(from: on_host)) default(nothing)
    a++;
    b += 2;
    on_host = omp_is_initial_device();
#pragma omp end metadirective
    CHECK_INT(a, 1, "a");
    CHECK_INT(b, 2, "b");
    CHECK_INT(on_host, region, "in a region");
    return check_end();
}
