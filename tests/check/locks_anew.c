// RUN: %gantry cc -fcheck --offload-arch=emulated %s -o %t -lpthread -ldl && timeout 60 env OMP_NUM_THREADS=4 %t >%t.out 2>%t.err; %FileCheck %s <%t.out && %not grep -q GC %t.err
/* Locks that begin anew in memory where others were, that code gives back which nobody looks at, and those of streams:
 * nothing is told, and an attempt that cannot fail does not. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

enum { TASKS = 100, KINDS = 6 };
static int failed[KINDS], sum, in_file;

static void tries(int kind)
{
    pthread_mutex_t assigned = PTHREAD_MUTEX_INITIALIZER;
    omp_lock_t simple;
    omp_nest_lock_t nest;
    pthread_mutex_t m;
    pthread_spinlock_t spin;
    mtx_t mtx;
    int got = 0;
    omp_init_lock(&simple);
    omp_init_nest_lock(&nest);
    pthread_mutex_init(&m, NULL);
    pthread_spin_init(&spin, 0);
    mtx_init(&mtx, mtx_plain);
    if (kind == 0 && (got = omp_test_lock(&simple)))
        omp_unset_lock(&simple);
    if (kind == 1 && (got = omp_test_nest_lock(&nest)))
        omp_unset_nest_lock(&nest);
    if (kind == 2 && (got = pthread_mutex_trylock(&m) == 0))
        pthread_mutex_unlock(&m);
    if (kind == 3 && (got = pthread_spin_trylock(&spin) == 0))
        pthread_spin_unlock(&spin);
    if (kind == 4 && (got = mtx_trylock(&mtx) == thrd_success))
        mtx_unlock(&mtx);
    if (kind == 5 && (got = pthread_mutex_trylock(&assigned) == 0))
        pthread_mutex_unlock(&assigned);
    omp_destroy_lock(&simple);
    omp_destroy_nest_lock(&nest);
    if (!got) {
#pragma omp atomic
        failed[kind]++;
    }
}

/* One was left locked, and another begins there. */
static void left_locked(void)
{
    static pthread_mutex_t m;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_init(&m, NULL);
#pragma omp parallel num_threads(2)
#pragma omp single
        {
            pthread_mutex_lock(&m);
            sum++;
        }
    }
}

/* The one who gives it back is called by an address from the library. */
static void unseen(void)
{
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    union {
        void *object;
        int (*unlock)(pthread_mutex_t *);
    } f = {dlsym(RTLD_DEFAULT, "pthread_mutex_unlock")};
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&m);
        sum++;
        f.unlock(&m);
    }
#pragma omp parallel num_threads(4)
    {
        pthread_mutex_lock(&m);
        thrd_yield();
        f.unlock(&m);
    }
}

int main(void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int i = 0; i < TASKS; i++)
#pragma omp task firstprivate(i)
        tries(i % KINDS);
    left_locked();
    unseen();
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 10; i++) {
        flockfile(stdout);
        in_file++;
        funlockfile(stdout);
    }
    for (int i = 0; i < KINDS; i++)
        printf("failed %d\n", failed[i]);
    printf("sum %d, in file %d\n", sum, in_file);
    return 0;
}
// CHECK-COUNT-6: failed 0
// CHECK: sum 6, in file 40
