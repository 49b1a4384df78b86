// ROW: default(firstprivate) and default(private) of tasks on the host, with shared
// SPEC: 5.1 5.4.1
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        int x = 5, y = 6, sum = 0;
#pragma omp parallel
#pragma omp single
        {
            for (int k = 0; k < 10; k++) {
                y = k;
#pragma omp task default(firstprivate) shared(sum)
                {
                    x++;
#pragma omp atomic
                    sum += x + y;
                }
#pragma omp task default(private) shared(sum)
                {
                    x = 1;
#pragma omp atomic
                    sum += x;
                }
            }
#pragma omp taskloop default(firstprivate) shared(sum)
            for (int i = 0; i < 10; i++) {
#pragma omp atomic
                sum += x;
            }
        }
        CHECK_INT(sum, 60 + 45 + 10 + 50, "sum");
        CHECK_INT(x, 5, "the original");
    }
    return check_end();
}
