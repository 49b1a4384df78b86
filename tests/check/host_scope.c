// The end of a construct with nowait orders nothing, also where threads add their shares of a reduction there, one after another (GC404).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 -w -DSTORES_FIRST=0 %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 -w -DSTORES_FIRST=1 %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races
// LABELS: run
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>

enum { N = 8 };
static int x, sum, seen, shares[N];

/* Who comes first to the construct is fixed, by a relaxed flag that orders nothing for the judge. */
static atomic_int first_has_been;
static void comes(int me)
{
    while (me == STORES_FIRST && !atomic_load_explicit(&first_has_been, memory_order_relaxed))
        sched_yield();
}
static void went(int me)
{
    if (me != STORES_FIRST)
        atomic_store_explicit(&first_has_been, 1, memory_order_relaxed);
}

/* Thread 0 stores to x before the construct, or in it, and thread 1 reads it behind. The twin has a barrier. */
#define ENDS(NAME, CONSTRUCT, BODY)                                                                                    \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        first_has_been = sum = 0;                                                                                      \
        _Pragma("omp parallel num_threads(2)")                                                                         \
        {                                                                                                              \
            int me = omp_get_thread_num();                                                                             \
            comes(me);                                                                                                 \
            if (me == 0)                                                                                               \
                x = 1;                                                                                                 \
            _Pragma(CONSTRUCT) BODY                                                                                    \
            if (!wrong) {                                                                                              \
                went(me);                                                                                              \
                _Pragma("omp barrier")                                                                                 \
            }                                                                                                          \
            if (me == 1)                                                                                               \
                seen = x;                                                                                              \
            went(me);                                                                                                  \
        }                                                                                                              \
    }
#define LOOP                                                                                                           \
    for (int i = 0; i < N; i++)                                                                                        \
        sum += i;
ENDS(scope, "omp scope nowait", { shares[me] = 1; }) // fault: scope GC404
ENDS(scope_adds, "omp scope nowait reduction(+ : sum)", { sum += me; }) // fault: scope_adds GC404
ENDS(loop_adds, "omp for nowait reduction(+ : sum)", LOOP) // fault: loop_adds GC404

static void result_too_early(int wrong)
{
    sum = first_has_been = 0;
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
        comes(me);
#pragma omp scope nowait reduction(+ : sum) // fault: result_too_early GC404
        {
            sum += me;
        }
        if (!wrong) {
            went(me);
#pragma omp barrier
        }
        if (me == 1)
            seen = sum; // fault: result_too_early GC404
        went(me);
    }
}

/* ---- as it may be ---- */
static void in_turn(int wrong)
{
    int all = wrong, of_tasks = 0;
    for (int round = 0; round < 10; round++) {
#pragma omp parallel num_threads(4)
        {
#pragma omp scope reduction(+ : all)
            all += 1;
            if (omp_get_thread_num() == 2)
                all++;
#pragma omp barrier
#pragma omp for reduction(+ : all) schedule(dynamic)
            for (int i = 0; i < N; i++)
                all += i;
#pragma omp single
            all++;
#pragma omp for reduction(+ : all) nowait
            for (int i = 0; i < N; i++)
                all += i;
#pragma omp barrier
            if (omp_get_thread_num() == 1)
                all++;
#pragma omp single
#pragma omp taskgroup task_reduction(+ : of_tasks)
            for (int i = 0; i < N; i++) {
#pragma omp task in_reduction(+ : of_tasks)
                of_tasks += i;
            }
        }
    }
    seen = all + of_tasks;
}

static void teams(int wrong)
{
    int all = wrong;
#pragma omp teams num_teams(3) reduction(+ : all)
    {
#pragma omp parallel num_threads(2) reduction(+ : all)
        all += 1;
    }
    seen += all;
}

#define CASES(C) C(scope) C(scope_adds) C(loop_adds) C(result_too_early) C(in_turn) C(teams)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
