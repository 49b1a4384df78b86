// ROW: omp_set_num_threads
// SPEC: 4.5 18.2.1
/* Set by the initial task of a region, it bounds later parallel regions of that task, and nothing outside. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int most = -1, got = 0, in_clause = 0, before = omp_get_max_threads();
#pragma omp target map(tofrom : most, got, in_clause)
    {
        omp_set_num_threads(3);
        most = omp_get_max_threads();
#pragma omp parallel
        {
#pragma omp atomic
            got++;
        }
#pragma omp parallel num_threads(2)
        {
#pragma omp atomic
            in_clause++;
        }
    }
    CHECK_INT(most, 3, "omp_get_max_threads after omp_set_num_threads(3)");
    CHECK(got >= 1 && got <= 3, "threads: %d", got);
    CHECK(in_clause >= 1 && in_clause <= 2, "threads with a clause: %d", in_clause);
    CHECK_INT(omp_get_max_threads(), before, "of the encountering task");
    return check_end();
}
