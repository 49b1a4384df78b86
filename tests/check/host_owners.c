// Who has a lock waits for tasks of which one, on another thread, wants that lock: at a taskgroup, taskloop, taskwait with dependences, and barrier (GC504).
// RUN: for o in 0 2; do %gantry cc -fcheck --offload-arch=emulated -O$o %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s barriers || exit 1; done
/* Each of these hangs. */
#include <omp.h>

static omp_lock_t lock, another;
static int begun, sum, item;

/* Whoever has the lock goes on when the task runs elsewhere. */
static void has_begun(void)
{
#pragma omp atomic write
    begun = 1;
}

static void wait_for_it(void)
{
    int now = 0;
    while (!now) {
#pragma omp atomic read
        now = begun;
    }
#pragma omp atomic write
    begun = 0;
}

static void group(int wrong)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_set_lock(&lock);
#pragma omp taskgroup
        {
#pragma omp task
            {
                has_begun();
                omp_set_lock(wrong ? &lock : &another); // fault: group GC504 saying and that one waits for its tasks at
                sum++;
                omp_unset_lock(wrong ? &lock : &another);
            }
            wait_for_it();
        }
        omp_unset_lock(&lock);
    }
}

/* A task's task, for which a taskwait would not wait */
static void deep(int wrong)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_set_lock(&lock);
#pragma omp taskgroup
        {
#pragma omp task
            {
#pragma omp task
                {
                    has_begun();
                    omp_set_lock(wrong ? &lock : &another); // fault: deep GC504 saying and that one waits for its tasks at
                    sum++;
                    omp_unset_lock(wrong ? &lock : &another);
                }
            }
            wait_for_it();
        }
        omp_unset_lock(&lock);
    }
}

static void loop(int wrong)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_set_lock(&lock);
#pragma omp taskloop grainsize(1)
        for (int i = 0; i < 8; i++) {
            omp_set_lock(wrong ? &lock : &another); // fault: loop GC504
            sum++;
            omp_unset_lock(wrong ? &lock : &another);
        }
        omp_unset_lock(&lock);
    }
}

static void dependent(int wrong)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_set_lock(&lock);
#pragma omp task depend(out : item)
        {
            has_begun();
            omp_set_lock(wrong ? &lock : &another); // fault: dependent GC504 saying and that one waits for its tasks at
            sum++;
            omp_unset_lock(wrong ? &lock : &another);
        }
        wait_for_it();
#pragma omp taskwait depend(in : item)
        omp_unset_lock(&lock);
    }
}

static void included(int wrong)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_set_lock(&lock);
#pragma omp task depend(out : item)
        {
            has_begun();
            omp_set_lock(wrong ? &lock : &another); // fault: included GC504 saying and that one waits for its tasks at
            sum++;
            omp_unset_lock(wrong ? &lock : &another);
        }
        wait_for_it();
#pragma omp task if (0) depend(in : item)
        sum += 2;
        omp_unset_lock(&lock);
    }
}

static void barrier(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            omp_set_lock(&lock);
#pragma omp task
            {
                has_begun();
                omp_set_lock(wrong ? &lock : &another); // fault: barrier GC504 saying and that one waits at the barrier of
                sum++;
                omp_unset_lock(wrong ? &lock : &another);
            }
            wait_for_it();
        }
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            omp_unset_lock(&lock);
    }
}

/* Right ones alone: what is waited for is over, or does not want the lock, or is not waited for by its owner. */
static void quiet(int wrong)
{
    if (wrong)
        return;
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int i = 0; i < 50; i++) {
#pragma omp task
        {
            omp_set_lock(&lock);
#pragma omp task depend(out : item)
            sum++;
#pragma omp taskwait depend(in : item)
            omp_unset_lock(&lock);
#pragma omp taskgroup
            {
#pragma omp task
                {
                    omp_set_lock(&lock);
                    sum++;
                    omp_unset_lock(&lock);
                }
                omp_set_lock(&lock);
                sum++;
                omp_unset_lock(&lock);
            }
        }
#pragma omp task if (0) depend(inout : item)
        {
            omp_set_lock(&lock);
            sum++;
            omp_unset_lock(&lock);
        }
#pragma omp taskwait depend(in : item)
        omp_set_lock(&lock);
        sum++;
        omp_unset_lock(&lock);
    }
}

#define CASES(C) C(group) C(deep) C(loop) C(dependent) C(included) C(barrier) C(quiet)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
    omp_init_lock(&lock);
    omp_init_lock(&another);
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
