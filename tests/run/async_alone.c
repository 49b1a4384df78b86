// RUN: %gantry cc %O --offload-arch=emulated %s -o %t
// RUN: %run_host %t && %run_emulated32 %t
// RUN: GANTRY_QUEUES=0 %run_emulated64 %t
/* A team of one thread: host tasks that follow a construct with nowait, after a taskwait that may end before libomp has
 * released what depends on the construct. */
#include "check.h"

enum { ROUNDS = 300, N = 100 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int no = argc > 99;
    for (int r = 0; r < ROUNDS; r++) {
        int first = 0, in_place = 0, task = 0, update = 0, object = 0;
#pragma omp target nowait depend(inout : object) map(tofrom : first)
        first = r;
#pragma omp taskwait
        CHECK(first == r, "round %d: the region, %d", r, first);
#pragma omp target teams distribute parallel for reduction(+ : in_place) nowait if(no) depend(inout : object)
        for (int i = 0; i < N; i++)
            in_place += i;
#pragma omp taskwait
        CHECK(in_place == N * (N - 1) / 2, "round %d: in place, %d", r, in_place);
#pragma omp target enter data map(to : update) nowait depend(in : object)
#pragma omp target nowait depend(in : object) map(tofrom : first)
        first = -r;
#pragma omp taskgroup
        {
#pragma omp target update to(update) nowait depend(in : object)
        }
#pragma omp taskwait
#pragma omp task depend(out : object) shared(task)
        task = first;
#pragma omp taskwait
        CHECK(task == -r, "round %d: a host task, %d", r, task);
#pragma omp target exit data map(delete : update) depend(in : object)
    }
    return check_end();
}
