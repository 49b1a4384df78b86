// Threads of the host that wait for ever where nobody is left who could end it: ordered constructs and dependences of loops, ends of threads,
// conditions, semaphores, POSIX barriers, read-write locks (GC504). Who waits for what, and where.
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races,barriers
// LABELS: run
// TIMEOUT: 300
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

enum { N = 16 };
static int a[N], shown, is_wrong;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER, other = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t meeting;
static sem_t places;
static atomic_int begun;

static void all_have_begun(int n)
{
    atomic_fetch_add(&begun, 1);
    while (atomic_load(&begun) < n)
        sched_yield();
}

static void run(void *(*f)(void *), int n)
{
    pthread_t t[4];
    atomic_store(&begun, 0);
    for (long i = 0; i < n; i++)
        pthread_create(&t[i], NULL, f, (void *)i);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
}

static void sink(int wrong)
{
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(4)
    for (int i = 1; i < N; i++) {
#pragma omp ordered depend(sink : i - 1) // fault: sink GC504 saying waits here for an iteration that nobody is left to finish
        a[i] = a[i - 1] + 1;
        if (!(wrong && i == 5)) {
#pragma omp ordered depend(source)
        }
    }
}

static void later(int wrong)
{
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(4)
    for (int i = 0; i < N; i++) {
        if (wrong) {
#pragma omp ordered depend(sink : i + 1) // fault: later GC504
        }
        a[i]++;
#pragma omp ordered depend(source)
    }
}

static void turn(int wrong)
{
    static omp_lock_t simple;
    omp_init_lock(&simple);
    atomic_store(&begun, 0);
#pragma omp parallel num_threads(2)
#pragma omp for ordered schedule(static, 1)
    for (int i = 0; i < 2; i++) {
        if (wrong && i == 1)
            omp_set_lock(&simple);
        if (wrong)
            all_have_begun(2);
        if (i == 0) {
            omp_set_lock(&simple);
            a[0]++;
            omp_unset_lock(&simple);
        }
#pragma omp ordered // fault: turn GC504 saying waits here for its turn in an ordered construct
        a[1]++;
        if (wrong && i == 1)
            omp_unset_lock(&simple);
    }
}

static void *takes(void *me)
{
    all_have_begun(2);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return me;
}

static void joined(int wrong)
{
    pthread_t t;
    atomic_store(&begun, 0);
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, takes, NULL);
    all_have_begun(2);
    if (!wrong)
        pthread_mutex_unlock(&lock);
    pthread_join(t, NULL); // fault: joined GC504 saying waits here for the end of a thread that waits, too
    if (wrong)
        pthread_mutex_unlock(&lock);
}

/* the signal comes before the wait, which does not look whether it has */
static int ready;
static void *waits(void *me)
{
    if (me) {
        pthread_mutex_lock(&lock);
        ready = 1;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
        all_have_begun(2);
        return me;
    }
    if (is_wrong)
        all_have_begun(2);
    pthread_mutex_lock(&lock);
    if (is_wrong)
        pthread_cond_wait(&changed, &lock); // fault: condition GC504 saying waits here for a condition that nobody is left to signal
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    if (!is_wrong)
        all_have_begun(2);
    return me;
}

static void condition(int wrong)
{
    is_wrong = wrong;
    ready = 0;
    run(waits, 2);
}

static void *posts(void *me)
{
    if (me)
        sem_post(&places);
    else {
        sem_wait(&places); // fault: semaphore GC504 saying waits here for a semaphore that nobody is left to post
        if (is_wrong)
            sem_wait(&places); // fault: semaphore GC504
    }
    return me;
}

static void semaphore(int wrong)
{
    is_wrong = wrong;
    sem_init(&places, 0, 0);
    run(posts, 2);
    sem_destroy(&places);
}

static void *meets(void *me)
{
    if (!(is_wrong && me))
        pthread_barrier_wait(&meeting); // fault: too_few GC504 saying waits here at a barrier to which nobody else is left to come
    return me;
}

static void too_few(int wrong)
{
    is_wrong = wrong;
    pthread_barrier_init(&meeting, NULL, 2);
    run(meets, 2);
    pthread_barrier_destroy(&meeting);
}

static void *reads_and_writes(void *me)
{
    pthread_rwlock_rdlock(&both);
    int n = shown;
    if (is_wrong)
        all_have_begun(2);
    else
        pthread_rwlock_unlock(&both);
    pthread_rwlock_wrlock(&both); // fault: upgrade GC504 saying waits here for a read-write lock whose holder waits, too
    shown = n + 1;
    pthread_rwlock_unlock(&both);
    return me;
}

static void upgrade(int wrong)
{
    is_wrong = wrong;
    run(reads_and_writes, 2);
}

static void *crosses(void *me)
{
    pthread_rwlock_t *first = me && is_wrong ? &other : &both, *second = me && is_wrong ? &both : &other;
    pthread_rwlock_wrlock(first);
    if (is_wrong)
        all_have_begun(2);
    pthread_rwlock_rdlock(second); // fault: crossed GC504
    a[3]++;
    pthread_rwlock_unlock(second);
    pthread_rwlock_unlock(first);
    return me;
}

static void crossed(int wrong)
{
    is_wrong = wrong;
    run(crosses, 2);
}

/* in a parallel region: one thread waits for a condition, the others are at its end */
static void at_the_end(int wrong)
{
    ready = 0;
#pragma omp parallel num_threads(3)
    {
        int me = omp_get_thread_num();
        if (me == 0) {
            pthread_mutex_lock(&lock);
            while (!ready)
                pthread_cond_wait(&changed, &lock); // fault: at_the_end GC504
            pthread_mutex_unlock(&lock);
        } else if (!wrong && me == 1) {
            pthread_mutex_lock(&lock);
            ready = 1;
            pthread_cond_broadcast(&changed);
            pthread_mutex_unlock(&lock);
        }
    }
}

/* ---- as it may be: somebody takes his time ---- */
static void *late(void *me)
{
    if (me)
        usleep(4500000);
    pthread_mutex_lock(&lock);
    if (me) {
        ready = 1;
        pthread_cond_broadcast(&changed);
    }
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    if (me)
        for (int i = 0; i < 3; i++)
            sem_post(&places);
    else
        sem_wait(&places);
    return me;
}

static void slowly(int wrong)
{
    pthread_t t[3];
    ready = wrong;
    sem_init(&places, 0, 0);
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, late, (void *)(i / 2));
#pragma omp parallel for ordered num_threads(3) schedule(dynamic)
    for (int i = 0; i < N; i++) {
        if (i == 3)
            usleep(3500000);
#pragma omp ordered
        a[i]++;
    }
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    sem_destroy(&places);
}

static void *rounds(void *me)
{
    for (int i = 0; i < 200; i++) {
        pthread_barrier_wait(&meeting);
        pthread_rwlock_rdlock(&both);
        int n = shown;
        pthread_rwlock_unlock(&both);
        pthread_rwlock_wrlock(&both);
        shown = n + 1;
        pthread_rwlock_unlock(&both);
    }
    return me;
}

static void in_rounds(int wrong)
{
    is_wrong = wrong;
    pthread_barrier_init(&meeting, NULL, 3);
    run(rounds, 3);
    pthread_barrier_destroy(&meeting);
}

#define CASES(C)                                                                                                       \
    C(sink) C(later) C(turn) C(joined) C(condition) C(semaphore) C(too_few) C(upgrade) C(crossed) C(at_the_end)        \
    C(slowly) C(in_rounds)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
