// ROW: task if()
// SPEC: 3.0 12.5
/* A task whose condition is false is over when its statement is. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0;
#pragma omp target parallel num_threads(4) map(tofrom: wrong)
    {
        int x = 1, zero = omp_get_num_threads() - omp_get_num_threads();
#pragma omp task if(zero) shared(x)
        x += 4;
        if (x != 5) {
#pragma omp atomic
            wrong++;
        }
#pragma omp task if(task: !zero) shared(x)
        x += 8;
#pragma omp taskwait
        if (x != 13) {
#pragma omp atomic
            wrong++;
        }
    }
    CHECK_INT(wrong, 0, "threads that went on before");
    return check_end();
}
