// Locks of POSIX and C11 threads order what OpenMP threads do, those of the runtime itself do not (GC404).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>

static int n[4], ready, sent, made;
int seen[4];

/* Each case has one fault: who does not take the lock. */
#define LOCKED(NAME, TYPE, INIT, TAKE, GIVE)                                                                           \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        static TYPE lock;                                                                                              \
        INIT;                                                                                                          \
        _Pragma("omp parallel num_threads(4)")                                                                         \
        {                                                                                                              \
            int mine = !wrong || omp_get_thread_num();                                                                 \
            if (mine)                                                                                                  \
                TAKE;                                                                                                  \
            n[0]++;                                                                                                    \
            if (mine)                                                                                                  \
                GIVE;                                                                                                  \
        }                                                                                                              \
    }
LOCKED(mutex, pthread_mutex_t, pthread_mutex_init(&lock, NULL), pthread_mutex_lock(&lock), pthread_mutex_unlock(&lock)) // fault: mutex GC404
LOCKED(tried, pthread_mutex_t, pthread_mutex_init(&lock, NULL), while (pthread_mutex_trylock(&lock)), pthread_mutex_unlock(&lock)) // fault: tried GC404
LOCKED(spin, pthread_spinlock_t, pthread_spin_init(&lock, 0), pthread_spin_lock(&lock), pthread_spin_unlock(&lock)) // fault: spin GC404
LOCKED(rwlock, pthread_rwlock_t, pthread_rwlock_init(&lock, NULL), pthread_rwlock_wrlock(&lock), pthread_rwlock_unlock(&lock)) // fault: rwlock GC404
LOCKED(semaphore, sem_t, sem_init(&lock, 0, 1), sem_wait(&lock), sem_post(&lock)) // fault: semaphore GC404
LOCKED(c_mutex, mtx_t, mtx_init(&lock, mtx_plain), mtx_lock(&lock), mtx_unlock(&lock)) // fault: c_mutex GC404

/* Who is refused might be so, whether this run has come to it or not. */
static void refused(int wrong)
{
    static mtx_t lock;
    mtx_init(&lock, mtx_plain);
#pragma omp parallel num_threads(4)
    if (mtx_trylock(&lock) == thrd_success) {
        n[0]++; // fault: refused GC404
        mtx_unlock(&lock);
    } else if (wrong) {
        n[0]--;
    }
}

static void reader(int wrong)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        if (me)
            pthread_rwlock_rdlock(&lock);
        else if (!wrong)
            pthread_rwlock_wrlock(&lock);
        if (me)
            seen[me] = n[1]; // fault: reader GC404
        else
            n[1]++; // fault: reader GC404
        if (me || !wrong)
            pthread_rwlock_unlock(&lock);
    }
}

/* Readers come in no order among each other, but after who writes, and who writes after them. */
static void reader_stores(int wrong)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 4; i++) {
        int me = omp_get_thread_num();
        if (wrong && me)
            pthread_rwlock_rdlock(&lock);
        else
            pthread_rwlock_wrlock(&lock);
        n[1]++; // fault: reader_stores GC404
        pthread_rwlock_unlock(&lock);
        pthread_rwlock_rdlock(&lock);
        seen[me] += n[1]; // fault: reader_stores GC404
        pthread_rwlock_unlock(&lock);
    }
}

static void barrier(int wrong)
{
    pthread_barrier_t all;
    pthread_barrier_init(&all, NULL, 4);
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        if (!me)
            n[2] = 7; // fault: barrier GC404
        if (!wrong)
            pthread_barrier_wait(&all);
        seen[me] = n[2]; // fault: barrier GC404
    }
}

static void condition(int wrong)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t told = PTHREAD_COND_INITIALIZER;
    ready = 0;
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        pthread_mutex_lock(&lock);
        if (!me) {
            if (!wrong)
                sent = 5;
            ready = 1;
            pthread_cond_broadcast(&told);
        } else {
            while (!ready)
                pthread_cond_wait(&told, &lock);
        }
        pthread_mutex_unlock(&lock);
        if (!me && wrong)
            sent = 5; // fault: condition GC404
        if (me)
            seen[me] = sent; // fault: condition GC404
    }
}

static void make(void) { made = 3; }

static void once(int wrong)
{
    static pthread_once_t flag = PTHREAD_ONCE_INIT;
#pragma omp parallel num_threads(4)
    {
        if (!wrong || omp_get_thread_num())
            pthread_once(&flag, make);
        seen[omp_get_thread_num()] = made; // fault: once GC404
    }
}

static void c_once(int wrong)
{
    static once_flag flag = ONCE_FLAG_INIT;
#pragma omp parallel num_threads(4)
    {
        if (!wrong || omp_get_thread_num())
            call_once(&flag, make);
        seen[omp_get_thread_num()] = made; // fault: c_once GC404
    }
}

/* The checks have locks around what the heap hands out. */
static void of_the_runtime(int wrong)
{
#pragma omp parallel num_threads(4)
    {
        free(malloc(10));
        if (wrong || omp_get_thread_num() == 1)
            n[3]++; // fault: of_the_runtime GC404
        free(malloc(10));
    }
}

#define CASES(C)                                                                                             \
    C(mutex) C(tried) C(spin) C(rwlock) C(semaphore) C(c_mutex) C(reader) C(reader_stores) C(barrier) C(condition) \
    C(once) C(c_once) C(refused) C(of_the_runtime)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
