// ROW: target with tasks in a host's parallel region
// SPEC: 4.0 12.5
/* The region ends when its tasks have. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int late = 0;
#pragma omp parallel num_threads(2) reduction(+: late)
    for (int k = 0; k < 20; k++) {
        int x[9] = {0};
#pragma omp target map(tofrom: x)
        for (int i = 0; i < 9; i++) {
#pragma omp task
            x[i] = i + k;
        }
        for (int i = 0; i < 9; i++)
            late += x[i] != i + k;
    }
    CHECK_INT(late, 0, "values that came too late");
    return check_end();
}
