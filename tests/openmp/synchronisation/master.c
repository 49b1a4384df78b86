// ROW: master
// SPEC: 1.0 10.5
#include "check.h"

int main(int argc, char **argv)
{
    int who = -1, count = 0, both = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: who, count, both)
    {
#pragma omp parallel num_threads(5)
        {
#pragma omp master
            {
                who = omp_get_thread_num();
#pragma omp atomic
                count++;
            }
        }
#pragma omp parallel master
        both++;
    }
    CHECK_INT(who, 0, "thread");
    CHECK_INT(count, 1, "once");
    CHECK_INT(both, 1, "parallel master");
    return check_end();
}
