// ROW: metadirective default()
// SPEC: 5.0 7.4.2
/* What no selector fits. */
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0, none = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count, none)
    {
#pragma omp metadirective when(implementation={vendor(nobody)}: nothing) default(parallel num_threads(2))
        {
#pragma omp atomic
            count++;
        }
#pragma omp metadirective when(implementation={vendor(nobody)}: parallel num_threads(2))
        {
#pragma omp atomic
            none++;
        }
    }
    CHECK_INT(count, 2, "default");
    CHECK_INT(none, 1, "without a default: nothing");
    return check_end();
}
