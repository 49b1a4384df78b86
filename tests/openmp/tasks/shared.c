// ROW: task shared()
// SPEC: 3.0 5.4.2
/* The task changes its thread's variables. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0;
#pragma omp target parallel num_threads(4) map(tofrom: wrong)
    {
        int x = omp_get_thread_num(), a[3] = {0};
#pragma omp task shared(x, a)
        {
            a[1] = x + 1;
            x = -x;
        }
#pragma omp taskwait
        if (x != -omp_get_thread_num() || a[1] != omp_get_thread_num() + 1) {
#pragma omp atomic
            wrong++;
        }
    }
    CHECK_INT(wrong, 0, "threads whose variables are others");
    return check_end();
}
