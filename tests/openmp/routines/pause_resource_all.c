// ROW: omp_pause_resource_all
// SPEC: 5.0 18.6.2
/* All devices and the host; all work afterwards. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int n = 0, sum = 0;
#pragma omp target map(tofrom : n)
    n++;
    CHECK_INT(omp_pause_resource_all(omp_pause_hard), 0, "result");
#pragma omp target map(tofrom : n)
    n++;
#pragma omp parallel num_threads(2) reduction(+ : sum)
    sum++;
    CHECK_INT(n, 2, "regions");
    CHECK(sum >= 1, "threads of the host: %d", sum);
    return check_end();
}
