// ROW: omp_get_max_threads
// SPEC: 4.5 18.2.3
/* No parallel region without a clause has more threads. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int most = -1, counted = 0;
#pragma omp target map(tofrom : most, counted)
    {
        most = omp_get_max_threads();
#pragma omp parallel
        {
#pragma omp atomic
            counted++;
        }
    }
    CHECK(most >= 1, "omp_get_max_threads: %d", most);
    CHECK(counted >= 1 && counted <= most, "%d threads of %d", counted, most);
    return check_end();
}
