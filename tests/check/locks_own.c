// RUN: for o in -O0 -O2; do for t in 1 4; do OMP_NUM_THREADS=$t %gantry check $o %s -- right > %t.out 2>&1; cat %t.out; grep -x '0 failed' %t.out && %not grep GC %t.out || exit 1; done; done
// RUN: %not %gantry check %s -- faulty > %t.out 2>&1; cat %t.out; grep 'GC404' %t.out
/* A lock that only one thread ever has, thread-local or by the thread's number, is free whenever that thread tries it
 * in a task; one that several have may be held, and what the program does then is judged. */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, TASKS = 100 };
static _Thread_local pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
static omp_lock_t by_number[THREADS], all;
static int failed, sum;

static void try_own(void)
{
    omp_lock_t *l = &by_number[omp_get_thread_num()];
    int got = pthread_mutex_trylock(&local) == 0;
    if (got)
        pthread_mutex_unlock(&local);
    if (omp_test_lock(l))
        omp_unset_lock(l);
    else
        got = 0;
#pragma omp atomic
    failed += !got;
}

static void right(void)
{
#pragma omp parallel num_threads(THREADS)
#pragma omp single
    {
        for (int i = 0; i < TASKS; i++)
#pragma omp task
            try_own();
#pragma omp taskloop
        for (int i = 0; i < TASKS; i++)
            try_own();
    }
}

/* Who does not get the lock stores all the same. */
static void faulty(void)
{
#pragma omp parallel num_threads(THREADS)
    for (int i = 0; i < 10; i++)
        if (omp_test_lock(&all)) {
            sum++;
            omp_unset_lock(&all);
        } else {
            sum--;
        }
}

int main(int argc, char **argv)
{
    for (int i = 0; i < THREADS; i++)
        omp_init_lock(&by_number[i]);
    omp_init_lock(&all);
    if (argc > 1 && strcmp(argv[1], "faulty") == 0)
        faulty();
    else
        right();
    printf("%d failed\n", failed);
    return sum > 1000;
}
