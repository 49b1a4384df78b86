// Threads that the program makes itself (POSIX's and C11's): what they do is judged like threads of a parallel region, from
// their creation to the join, with their regions (GC404, GC402, GC403).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t && bash %S/faults.sh %t %s races
// RUN: bash -c 'for i in 1 2 3 4 5 6; do GANTRY_DEVICES=emulated GANTRY_CHECK=races %t all >> %t.out 2>&1; done; test $(sort %t.out | uniq -c | grep -c " 6 .*GC40") = 7'
// LABELS: run
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

enum { N = 1000 };
static int a[N], count, ready, is_wrong;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static atomic_int flag;
static sem_t sem;
static int ends[2];

static void both(void *(*one)(void *), void *(*other)(void *))
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, one, (void *)0);
    pthread_create(&t[1], NULL, other, (void *)1);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
}

static void *counts(void *me)
{
    if (!is_wrong)
        pthread_mutex_lock(&lock);
    count++; // fault: counter GC404 saying a thread stores to 'count' here, and another thread stores to it
    if (!is_wrong)
        pthread_mutex_unlock(&lock);
    return me;
}
static void counter(int wrong)
{
    is_wrong = wrong;
    both(counts, counts);
}

static void *halves(void *me)
{
    int from = me ? N / 2 - is_wrong : 0, to = me ? N : N / 2;
    for (int i = from; i < to; i++)
        a[i] = i; // fault: shares GC404
    return NULL;
}
static void shares(int wrong)
{
    is_wrong = wrong;
    both(halves, halves);
}

/* before the creation and after the join is in order */
static void *adds(void *p)
{
    *(int *)p += 5; // fault: joined GC404
    return p;
}
static void joined(int wrong)
{
    pthread_t t;
    int sum = 4;
    void *result;
    pthread_create(&t, NULL, adds, &sum);
    if (!wrong)
        pthread_join(t, &result);
    sum++; // fault: joined GC404
    if (wrong)
        pthread_join(t, &result);
}

static int c_adds(void *p)
{
    *(int *)p += 5; // fault: c_joined GC404
    return 3;
}
static void c_joined(int wrong)
{
    thrd_t t;
    int sum = 4, result = 0;
    thrd_create(&t, c_adds, &sum);
    if (!wrong)
        thrd_join(t, &result);
    sum += result; // fault: c_joined GC404
    if (wrong)
        thrd_join(t, &result);
}

static void *makes(void *unused)
{
    a[3] = 7;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&told);
    pthread_mutex_unlock(&lock);
    if (is_wrong)
        a[3] = 8; // fault: handed GC404
    return unused;
}
static void handed(int wrong)
{
    pthread_t t;
    is_wrong = wrong;
    ready = 0;
    pthread_create(&t, NULL, makes, NULL);
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&told, &lock);
    pthread_mutex_unlock(&lock);
    count = a[3]; // fault: handed GC404
    pthread_join(t, NULL);
}

static void *runs(void *me)
{
    (void)me;
#pragma omp target map(tofrom : a)
    for (int i = 0; i < N; i++)
        a[i] += 2; // fault: regions GC402
    return NULL;
}
static void *runs_alone(void *me)
{
    pthread_mutex_lock(&lock);
    runs(me);
    pthread_mutex_unlock(&lock);
    return me;
}
static void regions(int wrong)
{
    if (wrong)
        both(runs, runs);
    else
        both(runs_alone, runs_alone);
}

static void *region_of_one(void *me)
{
    (void)me;
#pragma omp target map(tofrom : a)
    a[9] = 2;
    return NULL;
}
static void beside(int wrong) /* the host beside the region of a thread */
{
    pthread_t t;
    pthread_create(&t, NULL, region_of_one, NULL);
    if (wrong)
        a[9] = 3; // fault: beside GC403
    pthread_join(t, NULL);
}

/* ---- what is right, in many ways ---- */
static void *detached(void *p)
{
    atomic_fetch_add(&flag, 1);
    ((int *)p)[0] = 6;
    free(p);
    sem_post(&sem);
    return NULL;
}
static void *exits(void *p)
{
    *(int *)p = 3;
    pthread_exit(p);
}
static void *releases(void *p)
{
    a[5] = 1;
    atomic_store_explicit(&flag, 100, memory_order_release);
    return p;
}
static void *writes(void *p)
{
    a[6] = 1;
    if (write(ends[1], "x", 1) != 1)
        abort();
    return p;
}
static void *stacks(void *p)
{
    int own[100];
    for (int i = 0; i < 100; i++)
        own[i] = i + (p != NULL);
    return (void *)(long)own[99];
}
static void *nested(void *p)
{
    static int parts[4];
    both(stacks, stacks);
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 4; i++)
        parts[i]++;
    return p;
}

static void right(int wrong)
{
    pthread_t t;
    pthread_attr_t attr;
    int value, last;
    char c;
    (void)wrong;
    sem_init(&sem, 0, 0);
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    for (int i = 0; i < 3; i++)
        pthread_create(&t, &attr, detached, calloc(4, 4));
    for (int i = 0; i < 3; i++)
        sem_wait(&sem);
    pthread_create(&t, NULL, exits, &value);
    pthread_join(t, NULL);
    value++;
    pthread_create(&t, NULL, releases, &value);
    while (atomic_load_explicit(&flag, memory_order_acquire) != 100)
        ;
    last = a[5];
    pthread_join(t, NULL);
    if (pipe(ends))
        abort();
    pthread_create(&t, NULL, writes, NULL);
    if (read(ends[0], &c, 1) != 1)
        abort();
    last += a[6];
    pthread_join(t, NULL);
    for (int i = 0; i < 5; i++) { /* one stack after the other */
        pthread_create(&t, NULL, stacks, i % 2 ? &last : NULL);
        pthread_join(t, NULL);
        both(stacks, stacks);
    }
    pthread_create(&t, NULL, nested, NULL);
    pthread_join(t, NULL);
    count += last + value;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        a[i] += count;
}

#define CASES(C) C(counter) C(shares) C(joined) C(c_joined) C(handed) C(regions) C(beside) C(right)
#include "cases.h"

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && strcmp(argv[1], "all") == 0 && i < sizeof cases / sizeof *cases; i++)
        cases[i].run(1);
    run_cases(argc, argv);
    return 0;
}
