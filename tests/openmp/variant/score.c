// ROW: metadirective when(user={condition(score(9): 1)}:)
// SPEC: 5.0 7.3
/* Of two that fit, the higher score; of two that say the same, the first. */
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0, first = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count, first)
    {
#pragma omp metadirective when(user={condition(score(2): 1)}: nothing) \
    when(user={condition(score(30): 1)}: parallel num_threads(2)) when(user={condition(score(7): 1)}: nothing)
        {
#pragma omp atomic
            count++;
        }
#pragma omp metadirective when(user={condition(1)}: parallel num_threads(2)) when(user={condition(1)}: nothing)
        {
#pragma omp atomic
            first++;
        }
    }
    CHECK_INT(count, 2, "score 30");
    CHECK_INT(first, 2, "the first");
    return check_end();
}
