// Threads of the host that wait for each other's locks for ever, and locks that are not given back (GC504, GC505, GC506).
// RUN: for o in 0 2; do %gantry cc -fcheck --offload-arch=emulated -O$o %s -o %t -lpthread && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s barriers || exit 1; done
/* Each of these hangs, but for `kept`. */
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

enum { N = 16 };
static omp_lock_t first, second, third;
static omp_nest_lock_t nest, nest_too;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int holders, sum;

/* All have what they have taken before anybody goes on. */
static void all_have(int n)
{
    int now;
#pragma omp atomic
    holders++;
    do {
#pragma omp atomic read
        now = holders;
    } while (now < n);
}

static void orders(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            omp_set_lock(&first);
            if (wrong)
                all_have(2);
            omp_set_lock(&second); // fault: orders GC505 saying locks are taken in different orders: here thread
            sum++;
            omp_unset_lock(&second);
            omp_unset_lock(&first);
        } else {
            omp_set_lock(wrong ? &second : &first);
            if (wrong)
                all_have(2);
            omp_set_lock(wrong ? &first : &second); // fault: orders GC505
            sum++;
            omp_unset_lock(&first);
            omp_unset_lock(&second);
        }
    }
}

/* The ends of both branches are alike, but for the order of the locks. */
static void branches(int wrong)
{
#pragma omp parallel num_threads(2)
    if (wrong) {
        if (omp_get_thread_num() == 0) {
            omp_set_nest_lock(&nest);
            all_have(2);
            omp_set_nest_lock(&nest_too); // fault: branches GC505
            sum++;
            omp_unset_nest_lock(&nest_too);
            omp_unset_nest_lock(&nest);
        } else {
            omp_set_nest_lock(&nest_too);
            all_have(2);
            omp_set_nest_lock(&nest); // fault: branches GC505 saying locks are taken in different orders
            sum++;
            omp_unset_nest_lock(&nest);
            omp_unset_nest_lock(&nest_too);
        }
    }
}

static void nested(int wrong)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 0) {
            omp_set_lock(outer && wrong ? &second : &first);
            if (wrong)
                all_have(2);
            omp_set_lock(outer && wrong ? &first : &second); // fault: nested GC505 saying that thread 0 of the team of thread 1 has had since
            sum++;
            omp_unset_lock(&second);
            omp_unset_lock(&first);
        }
    }
    omp_set_max_active_levels(1);
}

static void three(int wrong)
{
    omp_lock_t *const l[] = {&first, &second, &third};
#pragma omp parallel num_threads(3)
    {
        int me = omp_get_thread_num(), i = wrong || me < 2 ? me : 0, k = wrong || me < 2 ? (me + 1) % 3 : 2;
        omp_set_lock(l[i]);
        if (wrong)
            all_have(3);
        omp_set_lock(l[k]); // fault: three GC505 saying round 3 locks
        sum++;
        omp_unset_lock(l[k]);
        omp_unset_lock(l[i]);
    }
}

static void again(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        omp_set_lock(&first);
        if (wrong)
            omp_set_lock(&first); // fault: again GC504 saying it waits for itself
        omp_unset_lock(&first);
    }
}

static __attribute__((noinline)) void add_again(void)
{
#pragma omp critical(sums) // fault: critical GC504 saying it waits for itself
    sum++;
}

static void add(int wrong)
{
    if (wrong)
        add_again();
#pragma omp critical(others)
    sum++;
}

static void critical(int wrong)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp critical(sums)
        add(wrong);
    }
}

static void meets(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
        if (me == 0 && wrong)
            omp_set_lock(&first);
        if (wrong && me == 0)
            all_have(2);
        if (me == 1 && wrong) {
            all_have(2);
            omp_set_lock(&first); // fault: meets GC504 saying and that one waits at the barrier of
        }
#pragma omp barrier
        if (me == 0 && wrong)
            omp_unset_lock(&first);
    }
}

static void leaves(int wrong)
{
#pragma omp parallel num_threads(2)
    {
        omp_set_lock(&first); // fault: leaves GC504 also GC506 saying waits for the lock that thread
        sum++;
        if (!wrong)
            omp_unset_lock(&first);
    }
}

static void kept(int wrong)
{
#pragma omp parallel num_threads(4)
    if (omp_get_thread_num() == 2) {
        omp_set_lock(&third); // fault: kept GC506 saying is not given back before its parallel region ends
        sum++;
        if (!wrong)
            omp_unset_lock(&third);
    }
}

static void tasks(int wrong)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_set_lock(&first);
#pragma omp task
        {
            if (wrong)
                omp_set_lock(&first); // fault: tasks GC504
            sum++;
            if (wrong)
                omp_unset_lock(&first);
        }
#pragma omp taskwait
        omp_unset_lock(&first);
    }
}

static void *takes(void *wrong)
{
    pthread_mutex_lock(wrong ? &other : &m);
    if (wrong)
        all_have(2);
    pthread_mutex_lock(wrong ? &m : &other); // fault: threads GC505 saying a thread waits for the lock that a thread has had
    sum++;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&other);
    return NULL;
}

static void threads(int wrong)
{
    pthread_t t;
    pthread_create(&t, NULL, takes, wrong ? &t : NULL);
    pthread_mutex_lock(&m);
    if (wrong)
        all_have(2);
    pthread_mutex_lock(&other); // fault: threads GC505
    sum++;
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}

static int enter(int depth)
{
    omp_set_nest_lock(&nest);
    int n = depth ? enter(depth - 1) : 0;
    omp_unset_nest_lock(&nest);
    return n + 1;
}

static void quiet(int wrong)
{
    pthread_mutexattr_t attr;
    pthread_mutex_t recursive;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attr);
#pragma omp parallel num_threads(4)
    {
        enter(4);
        for (int i = 0; i < 100; i++) {
            omp_set_lock(&first);
            omp_set_lock(&second);
            sum++;
            omp_unset_lock(&first); /* not the last one taken */
            omp_unset_lock(&second);
            pthread_mutex_lock(&recursive);
            pthread_mutex_lock(&recursive);
            sum++;
            pthread_mutex_unlock(&recursive);
            pthread_mutex_unlock(&recursive);
            if (omp_test_lock(&third)) {
                if (omp_test_lock(&first))
                    omp_unset_lock(&first);
                omp_unset_lock(&third);
            }
#pragma omp critical(sums)
            add(wrong);
        }
#pragma omp barrier
        /* taken within a task that a thread runs at the barrier, and by others meanwhile */
        if (omp_get_thread_num() == 0)
            for (int i = 0; i < 200; i++) {
#pragma omp task
                {
                    omp_set_lock(&first);
                    sum++;
                    omp_unset_lock(&first);
#pragma omp critical(sums)
                    sum++;
                }
            }
        else
            for (int i = 0; i < 200; i++) {
                omp_set_lock(&first);
                sum++;
                omp_unset_lock(&first);
#pragma omp critical(sums)
                sum++;
            }
#pragma omp barrier
#pragma omp single
        {
            for (int i = 0; i < 50; i++) {
#pragma omp task
                {
                    omp_set_lock(&second);
#pragma omp task
                    sum++;
                    omp_unset_lock(&second);
#pragma omp taskwait
                }
            }
#pragma omp taskwait
        }
    }
    pthread_mutex_destroy(&recursive);
}

#define CASES(C)                                                                                                       \
    C(orders) C(branches) C(nested) C(three) C(again) C(critical) C(meets) C(leaves) C(kept) C(tasks) C(threads) C(quiet)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
    omp_init_lock(&first);
    omp_init_lock(&second);
    omp_init_lock(&third);
    omp_init_nest_lock(&nest);
    omp_init_nest_lock(&nest_too);
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
