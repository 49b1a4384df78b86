// ROW: metadirective otherwise()
// SPEC: 5.2 7.4.2
/* The newer spelling of default. */
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count)
    {
#pragma omp metadirective when(implementation={vendor(nobody)}: nothing) otherwise(parallel num_threads(2))
        {
#pragma omp atomic
            count++;
        }
    }
    CHECK_INT(count, 2, "otherwise");
    return check_end();
}
