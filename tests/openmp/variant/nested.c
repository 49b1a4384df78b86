// ROW: metadirective inside of what a metadirective chose
// SPEC: 5.0 7.4
/* The constructs around the inner one are those that were chosen. */
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0, a[37];
    check_begin(argc, argv);
#pragma omp metadirective when(implementation={vendor(nobody)}: nothing) default(target map(tofrom: count))
    {
#pragma omp metadirective when(construct={target}: parallel num_threads(2)) default(nothing)
        {
#pragma omp atomic
            count++;
        }
    }
    CHECK_INT(count, 2, "threads");
#pragma omp metadirective when(user={condition(1)}: target teams distribute map(from: a)) default(nothing)
    for (int i = 0; i < 37; i += 4) {
#pragma omp metadirective when(construct={teams, distribute}: parallel for) default(simd)
        for (int j = i; j < (i + 4 < 37 ? i + 4 : 37); j++)
            a[j] = j;
    }
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], i, "a[%d]", i);
    return check_end();
}
