// Memory that one thread or task of the host frees beside another that uses it, with nothing between them that orders the two (GC404): whoever comes first.
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 -DSTORES_FIRST=0 %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 -DSTORES_FIRST=1 %s -o %t && OMP_NUM_THREADS=4 bash %src/tests/check/faults.sh %t %s races
// LABELS: run
/* Nothing here is mapped. The twin of a case uses a block of its own, or is ordered before who frees. */
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { N = 64, LARGE = 1 << 20, HUGE_ONE = 16 << 20 };
static int result;

/* Who comes first is fixed, by a relaxed flag that orders nothing for the judge. */
static atomic_int first_has_been;
static void comes(int first)
{
    while (!first && !atomic_load_explicit(&first_has_been, memory_order_relaxed))
        sched_yield();
}
static void went(int first)
{
    if (first)
        atomic_store_explicit(&first_has_been, 1, memory_order_relaxed);
}

static char *filled(size_t n)
{
    char *p = malloc(n);
    memset(p, 1, n);
    return p;
}

/* One section frees p, of n bytes, by FREE; the other one has USE on q, which is p where it is wrong. FIRST: may who frees come first? */
#define BESIDE(NAME, BYTES, FIRST, FREE, USE)                                                                          \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        size_t n = (BYTES);                                                                                            \
        char *p = filled(n), *own = filled(n), *q = wrong ? p : own;                                                   \
        int frees_first = (FIRST) && STORES_FIRST;                                                                      \
        first_has_been = 0;                                                                                            \
        _Pragma("omp parallel num_threads(2)") _Pragma("omp sections")                                                 \
        {                                                                                                              \
            _Pragma("omp section")                                                                                     \
            {                                                                                                          \
                comes(frees_first);                                                                                    \
                FREE;                                                                                                  \
                went(frees_first);                                                                                     \
            }                                                                                                          \
            _Pragma("omp section")                                                                                     \
            {                                                                                                          \
                comes(!frees_first);                                                                                   \
                USE;                                                                                                   \
                went(!frees_first);                                                                                    \
            }                                                                                                          \
        }                                                                                                              \
        free(own);                                                                                                     \
    }
BESIDE(reads, N, 1, free(p), result = q[0]) // fault: reads GC404 saying a thread frees memory here, and another thread reads 'q[0]'
BESIDE(stores, N, 1, free(p), q[N - 1] = 2) // fault: stores GC404
BESIDE(in_the_middle, LARGE, 1, free(p), result = q[LARGE / 2]) // fault: in_the_middle GC404
BESIDE(huge, HUGE_ONE, 0, free(p), q[HUGE_ONE / 2] = 3) // fault: huge GC404
BESIDE(reallocates, N, 1, free(realloc(p, 4 * N)), result = q[3]) // fault: reallocates GC404 saying by realloc
BESIDE(shrinks, LARGE, 1, free(realloc(p, LARGE - 64)), result = q[3]) // fault: shrinks GC404
BESIDE(by_a_routine, N, 1, free(p), result = memcmp(q, "12345", 5)) // fault: by_a_routine GC404

static void unmapped(int wrong)
{
    char *p = mmap(NULL, LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *own = filled(LARGE), *q = wrong ? p : own;
    first_has_been = 0;
#pragma omp parallel num_threads(2)
#pragma omp sections
    {
#pragma omp section
        {
            comes(0);
            munmap(p, LARGE); // fault: unmapped GC404 saying by munmap
        }
#pragma omp section
        {
            comes(1);
            q[4096] = 5; // fault: unmapped GC404
            went(1);
        }
    }
    free(own);
}

/* tasks: who frees depends on the other where it is right */
static void tasks(int wrong)
{
    int *p = calloc(N, sizeof *p), other = 0;
    first_has_been = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        if (wrong) {
#pragma omp task depend(in : other)
            {
                comes(!STORES_FIRST);
                p[7] = 1; // fault: tasks GC404
                went(!STORES_FIRST);
            }
#pragma omp task depend(in : other)
            {
                comes(STORES_FIRST);
                free(p); // fault: tasks GC404 saying another task
                went(STORES_FIRST);
            }
        } else {
#pragma omp task depend(out : other)
            p[7] = 1;
#pragma omp task depend(in : other)
            free(p);
        }
    }
}

/* who made a task frees what that uses */
static void generated(int wrong)
{
    first_has_been = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        int *p = calloc(N, sizeof *p);
#pragma omp task firstprivate(p)
        {
            comes(!(STORES_FIRST && wrong));
            p[3] = 1; // fault: generated GC404
            went(!(STORES_FIRST && wrong));
        }
        if (!wrong) {
#pragma omp taskwait
        }
        comes(STORES_FIRST && wrong);
        free(p); // fault: generated GC404
        went(STORES_FIRST && wrong);
    }
}

static int *given;
static void *uses(void *me)
{
    comes(!STORES_FIRST);
    given[2]++; // fault: thread GC404 saying a join before
    went(!STORES_FIRST);
    return me;
}

static void thread(int wrong)
{
    pthread_t t;
    given = calloc(N, sizeof *given);
    first_has_been = !wrong;
    pthread_create(&t, NULL, uses, NULL);
    if (!wrong)
        pthread_join(t, NULL);
    comes(STORES_FIRST);
    free(given); // fault: thread GC404
    went(STORES_FIRST);
    if (wrong)
        pthread_join(t, NULL);
}

/* The last iteration frees what all look up in; iterations are nobody's. */
static void table(int wrong)
{
    int *p = calloc(N, sizeof *p), sum = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        sum += p[i]; // fault: table GC404 also GC404
        if (wrong && i == N - 1)
            free(p); // fault: table GC404 also GC404
    }
    if (!wrong)
        free(p);
    result = sum;
}

/* ---- as it may be ---- */
struct node {
    struct node *next;
    int value[6];
};
static struct node *list;
static int mapped_sum;

static void handed_on(int wrong) /* blocks that one thread takes and another frees, by a list under a lock */
{
    int all = wrong;
    list = NULL;
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 500; i++) {
        struct node *n = malloc(sizeof *n), *taken;
        n->value[5] = i;
#pragma omp critical(list)
        {
            n->next = list;
            list = n;
        }
#pragma omp critical(list)
        {
            taken = list;
            list = taken ? taken->next : NULL;
        }
        if (taken) {
#pragma omp atomic
            all += taken->value[5];
            free(taken);
        }
    }
    result = all;
}

static void again(int wrong) /* the same memory, for one thread after the other */
{
    long sum = wrong;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    for (int i = 0; i < 3000; i++) {
        int *p = malloc(48), *q = realloc(calloc(1, 32), 24 + (size_t)i % 100);
        p[i % 12] = q[5] = i;
        sum += p[i % 12];
        free(p);
        free(q);
    }
    mapped_sum = (int)sum;
}

static void large_again(int wrong)
{
    long sum = wrong;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < 40; i++) {
        char *p = malloc((size_t)(i % 8 + 1) << 20);
        for (int k = 0; k < 1 << 20; k += 4096)
            p[k] = (char)i;
        sum += p[4096];
        free(p);
    }
    mapped_sum += (int)sum;
}

static void counted(int wrong) /* who drops the last reference frees */
{
    for (int round = 0; round < 20; round++) {
        int *p = calloc(N, sizeof *p);
        atomic_int references = 4 + wrong * 0;
#pragma omp parallel num_threads(4)
        {
            p[omp_get_thread_num()] = round;
            if (atomic_fetch_sub_explicit(&references, 1, memory_order_acq_rel) == 1)
                free(p);
        }
    }
}

static void after_barrier(int wrong)
{
    int *p = calloc(N, sizeof *p);
    int *of[N];
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < N; i++) {
            of[i] = malloc(40);
            of[i][2] = p[i] + wrong;
        }
#pragma omp single nowait
        free(p);
#pragma omp for schedule(dynamic, 3)
        for (int i = 0; i < N; i++) {
            of[i][2]++;
            free(of[i]);
        }
    }
}

static void own_of_thread(int wrong) /* iterations of one thread share what it has taken */
{
#pragma omp parallel num_threads(3)
    {
        int *p = malloc(N * sizeof *p);
        size_t n = N;
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 200; i++) {
            if (i % 7 == 0)
                p = realloc(p, (n += 16) * sizeof *p);
            p[n - 1] = i + wrong;
        }
        free(p);
    }
}

static void lines(int wrong)
{
#pragma omp parallel num_threads(3)
    {
        char *line = NULL;
        size_t room = (size_t)wrong * 0;
        FILE *f = fopen("/proc/self/status", "r");
        while (f && getline(&line, &room, f) > 0)
            line[0] = 'x';
        free(line);
        if (f)
            fclose(f);
    }
}

static void *makes(void *me)
{
    int *p = malloc(64);
    *p = me != NULL;
    return p;
}

static void result_of_thread(int wrong)
{
    for (int i = 0; i < 30; i++) {
        pthread_t t[2];
        void *p;
        for (int k = 0; k < 2; k++)
            pthread_create(&t[k], NULL, makes, &wrong);
        for (int k = 0; k < 2; k++) {
            pthread_join(t[k], &p);
            *(int *)p += 1;
            free(p);
        }
    }
}

#define CASES(C)                                                                                                       \
    C(reads)                                                                                                           \
    C(stores)                                                                                                          \
    C(in_the_middle)                                                                                                   \
    C(huge)                                                                                                            \
    C(reallocates)                                                                                                     \
    C(shrinks)                                                                                                         \
    C(by_a_routine)                                                                                                    \
    C(unmapped)                                                                                                        \
    C(tasks)                                                                                                           \
    C(generated)                                                                                                       \
    C(thread)                                                                                                          \
    C(table)                                                                                                           \
    C(handed_on)                                                                                                       \
    C(again)                                                                                                           \
    C(large_again)                                                                                                     \
    C(counted)                                                                                                         \
    C(after_barrier)                                                                                                   \
    C(own_of_thread)                                                                                                   \
    C(lines)                                                                                                           \
    C(result_of_thread)
#include "cases.h"

int main(int argc, char **argv)
{
    int ran = 0;
#pragma omp target map(tofrom : ran)
    ran = 1;
    run_cases(argc, argv);
    return !ran;
}
