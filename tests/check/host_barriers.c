// Barriers of the host that not all threads of a team reach, and different ones that meet (GC501, GC502).
// RUN: for o in 0 2; do %gantry cc -fcheck --offload-arch=emulated -O$o %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s barriers || exit 1; done
/* Each of these would hang, or let threads pass that should have waited. */
#include <omp.h>
#include <stdlib.h>

enum { N = 16 };
int a[N], b[N], sum;

static void some(int wrong)
{
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        if (me == 0 || !wrong) {
#pragma omp barrier // fault: some GC501 saying this barrier is reached by thread 0, but not by thread
        }
    }
}

static __attribute__((noinline)) void meet(void)
{
#pragma omp barrier // fault: in_single GC502 also GC501 saying meets that at the end of the construct
}

static void in_single(int wrong)
{
#pragma omp parallel num_threads(4)
    {
#pragma omp single
        if (wrong)
            meet();
    }
}

static void goes_on(int wrong)
{
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 3; i++) {
        if (wrong && i == 1 && omp_get_thread_num() == 2)
            continue;
#pragma omp barrier // fault: goes_on GC501 saying but not by thread 2, which has left the parallel region after 2 barriers
    }
}

static void loop(int wrong)
{
#pragma omp parallel num_threads(4)
    if (!wrong || omp_get_thread_num() != 0) {
#pragma omp for // fault: loop GC501 saying the barrier at the end of this construct is reached by thread
        for (int i = 0; i < N; i++)
            a[i] = i;
    }
}

static __attribute__((noinline)) void put_together(void)
{
#pragma omp for reduction(+ : sum) // fault: reduces GC501 saying the barrier at the end of this construct is reached by thread
    for (int i = 0; i < N; i++)
        sum += i;
}

static void reduces(int wrong)
{
#pragma omp parallel num_threads(4)
    if (!wrong || omp_get_thread_num() != 3)
        put_together();
}

static void copies(int wrong)
{
#pragma omp parallel num_threads(4)
    {
        int x = 0;
        if (!wrong || omp_get_thread_num() != 0) {
#pragma omp single copyprivate(x)
            x = 5; // fault: copies GC501 saying the barrier at the end of this construct is reached by thread
        }
        (void)x;
    }
}

static void loop_of_chunks(int wrong)
{
#pragma omp parallel num_threads(4)
    if (!wrong || omp_get_thread_num() != 0) {
#pragma omp for schedule(dynamic) // fault: loop_of_chunks GC501 saying the barrier at the end of this construct is reached by thread
        for (int i = 0; i < N; i++)
            a[i] = i;
    }
}

static void returns_early(int wrong)
{
    a[omp_get_thread_num()] = 1;
    if (wrong && omp_get_thread_num() == 3)
        return;
#pragma omp barrier // fault: returned GC501 saying but not by thread 3
    b[omp_get_thread_num()] = a[0];
}

static void returned(int wrong)
{
#pragma omp parallel num_threads(4)
    returns_early(wrong);
}

static void two(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0 || !wrong) {
            a[0] = 1;
#pragma omp barrier // fault: two GC502 saying meets the barrier at
            a[2] = 1;
        } else {
            a[1] = 1;
#pragma omp barrier
            a[3] = 1;
        }
    }
}

static __attribute__((noinline)) void meet_of_one(void)
{
#pragma omp barrier // fault: in_master GC501 saying this barrier is reached by thread 0
}

static void in_master(int wrong)
{
#pragma omp parallel num_threads(4)
    {
#pragma omp masked
        if (wrong)
            meet_of_one();
    }
}

static __attribute__((noinline)) void meet_in_task(void)
{
#pragma omp barrier // fault: task GC501 saying this barrier is reached in a task
}

static void task(int wrong)
{
#pragma omp parallel num_threads(4)
    {
#pragma omp single nowait
        {
#pragma omp task
            if (wrong)
                meet_in_task();
        }
    }
}

static void all(void)
{
#pragma omp barrier
}

static void quiet(int wrong)
{
    int own = 0;
#pragma omp parallel num_threads(4) private(own)
    {
        int me = omp_get_thread_num();
        if (me == wrong) /* one barrier, whoever calls */
            all();
        else
            all();
        for (int i = 0; i < 20; i++) {
#pragma omp for schedule(dynamic) reduction(+ : sum)
            for (int k = 0; k < N; k++)
                sum += k;
            if (i % 3)
                continue;
#pragma omp barrier
        }
#pragma omp single copyprivate(own)
        own = me;
#pragma omp sections
        {
#pragma omp section
            a[0] = 0;
#pragma omp section
            a[1] = 0;
        }
#pragma omp for ordered nowait
        for (int k = 0; k < N; k++) {
#pragma omp ordered
            a[k] = own;
        }
        if (me % 2) {
#pragma omp parallel num_threads(2)
            {
                all();
#pragma omp for
                for (int k = 0; k < N; k++)
                    (void)k;
            }
        }
#pragma omp single
        for (int k = 0; k < N; k++) {
#pragma omp task firstprivate(k)
            b[k] = k;
        }
#pragma omp master
        {
#pragma omp parallel num_threads(3) if (me == 1)
            all();
        }
        all();
    }
#pragma omp parallel for num_threads(3) reduction(max : own)
    for (int k = 0; k < N; k++)
        own = own > k ? own : k;
}

#define CASES(C)                                                                                                       \
    C(some) C(reduces) C(copies)                                                                                       \
    C(in_single) C(goes_on) C(loop) C(loop_of_chunks) C(returned) C(two) C(in_master) C(task) C(quiet)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
