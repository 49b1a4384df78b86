// ROW: static and threadprivate-free variables declared in regions
// SPEC: 4.5 5.1
/* What a region declares is its threads' own; static variables of functions are one for the device. */
#include "check.h"

#pragma omp declare target
static int count_call(void)
{
    static int calls;
    int now;
#pragma omp atomic capture
    now = ++calls;
    return now;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    int sum = 0, wrong = 0, calls = 0, threads = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: sum, wrong, calls, threads)
    {
#pragma omp parallel num_threads(4) reduction(+: sum, wrong)
        {
            int own = omp_get_thread_num(), again[4] = {own, own, own, own};
#pragma omp barrier
            sum += own;
            wrong += own != omp_get_thread_num() || again[3] != own;
            count_call();
#pragma omp single
            threads = omp_get_num_threads();
        }
        calls = count_call() - 1;
    }
    CHECK_INT(sum, threads * (threads - 1) / 2, "own");
    CHECK_INT(wrong, 0, "kept");
    CHECK_INT(calls, threads, "static variable");
    return check_end();
}
