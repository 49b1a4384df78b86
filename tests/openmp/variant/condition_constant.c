// ROW: metadirective when(user={condition(1)}:)
// SPEC: 5.0 7.2
/* Known when compiling. */
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count)
    {
#pragma omp metadirective when(user={condition(0)}: parallel num_threads(3)) when(user={condition(2 > 1)}: parallel num_threads(2))
        {
#pragma omp atomic
            count++;
        }
    }
    CHECK_INT(count, 2, "the second");
    return check_end();
}
