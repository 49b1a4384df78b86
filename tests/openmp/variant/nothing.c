// ROW: metadirective when(: nothing)
// SPEC: 5.1 7.4
/* An alternative that leaves the statement alone, and one that is empty. */
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count)
    {
#pragma omp metadirective when(user={condition(1)}: nothing) default(parallel num_threads(2))
        count++;
#pragma omp metadirective when(user={condition(1)}:) default(parallel num_threads(2))
        count++;
    }
    CHECK_INT(count, 2, "each once");
    return check_end();
}
