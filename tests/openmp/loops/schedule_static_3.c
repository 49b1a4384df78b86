// ROW: for schedule(static, 3)
// SPEC: 2.5 11.5.3
#include "check.h"
#define SCHEDULE static, 3
#include "schedule.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    run_every_size();
    int threads = 0;
#pragma omp target parallel map(from: threads)
    if (omp_get_thread_num() == 0)
        threads = omp_get_num_threads();
    for (long i = 0; i < 1000; i++)
        CHECK_INT(who[i], i / 3 % threads, "chunks in turn: %ld", i);
    return check_end();
}
