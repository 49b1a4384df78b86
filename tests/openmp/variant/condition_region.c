// ROW: metadirective when(user={condition(n > 9)}:) in a region
// SPEC: 5.1 7.2
/* A condition of the run inside of a region. */
#include "check.h"

int main(int argc, char **argv)
{
    int count[2] = {0, 0};
    check_begin(argc, argv);
    for (int n = 5; n < 40; n += 32) {
#pragma omp target map(tofrom: count) firstprivate(n)
        {
#pragma omp metadirective when(user={condition(n > 9)}: parallel num_threads(2)) default(nothing)
            {
#pragma omp atomic
                count[n > 9]++;
            }
        }
    }
    CHECK_INT(count[0], 1, "does not hold");
    CHECK_INT(count[1], 2, "holds");
    return check_end();
}
