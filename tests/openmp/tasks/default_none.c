// ROW: task default(none)
// SPEC: 3.0 5.4.1
/* All is said by clauses. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int x = 5, y = 6, got = 0;
#pragma omp target parallel num_threads(3) map(tofrom: x, y, got)
#pragma omp single
    {
#pragma omp task default(none) shared(got, x) firstprivate(y)
        {
            y++;
            got = x + y;
        }
    }
    CHECK_INT(got, 12, "sum");
    CHECK_INT(y, 6, "firstprivate");
    return check_end();
}
