// ROW: metadirective when(implementation={vendor()}:)
// SPEC: 5.0 7.2
/* An implementation has one vendor at least, and not all. */
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count)
    {
#pragma omp metadirective when(implementation={vendor(llvm)}: parallel num_threads(2)) \
    when(implementation={vendor(gnu)}: parallel num_threads(2)) default(nothing)
        {
#pragma omp atomic
            count++;
        }
    }
    CHECK_INT(count, 2, "one of the two");
    return check_end();
}
