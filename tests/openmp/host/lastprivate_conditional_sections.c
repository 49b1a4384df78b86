// ROW: sections lastprivate(conditional:) on the host
// SPEC: 5.0 5.4.5
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
        for (int k = 0; k < 8; k++) {
            int x = -5, y = -6;
#pragma omp parallel sections lastprivate(conditional: x)
            {
                if (k & 1)
                    x = 1;
#pragma omp section
                if (k & 2)
                    x = 2;
#pragma omp section
                if (k & 4)
                    x = 3;
            }
#pragma omp parallel
            {
#pragma omp sections lastprivate(conditional: y)
                {
#pragma omp section
                    y = k;
#pragma omp section
                    if (k == 3)
                        y = 10;
                }
#pragma omp critical
                CHECK_INT(y, k == 3 ? 10 : k, "after the barrier, %d", k);
            }
            CHECK_INT(x, k & 4 ? 3 : k & 2 ? 2 : k & 1 ? 1 : -5, "sections %d", k);
        }
    return check_end();
}
