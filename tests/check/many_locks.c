// Many locks at once: who holds all of them excludes whoever holds one, on the device and on the host.
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t && OMP_NUM_THREADS=4 bash %S/faults.sh %t %s races,barriers
// LABELS: run
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { STRIPES = 20, MANY = 200 };
#pragma omp begin declare target
static omp_lock_t stripe[STRIPES];
static int entries[STRIPES];
#pragma omp end declare target

static void stripes(int wrong) /* a table with a lock for each part; one thread takes them all */
{
#pragma omp target
    for (int i = 0; i < STRIPES; i++)
        omp_init_lock(&stripe[i]);
#pragma omp target parallel num_threads(32)
    {
        int me = omp_get_thread_num(), part = me % STRIPES;
        if (me == 31) {
            for (int i = 0; i < STRIPES - wrong; i++)
                omp_set_lock(&stripe[i]);
            for (int i = 0; i < STRIPES; i++)
                entries[i] = 0; // fault: stripes GC401
            for (int i = 0; i < STRIPES - wrong; i++)
                omp_unset_lock(&stripe[i]);
        } else {
            omp_set_lock(&stripe[part]);
            entries[part]++; // fault: stripes GC401
            omp_unset_lock(&stripe[part]);
        }
    }
}

static int counted[MANY];

/* Who holds all locks comes first, by a relaxed flag that orders nothing for the judge; the others then begin with the lock
 * that the fault leaves out. Otherwise the other locks might order the two by chance, as they do in the program itself. */
static void of_the_host(int wrong)
{
    static pthread_mutex_t lock[MANY];
    static atomic_int cleared;
    atomic_store_explicit(&cleared, 0, memory_order_relaxed);
    for (int i = 0; i < MANY; i++)
        pthread_mutex_init(&lock[i], NULL);
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        if (me == 3) {
            for (int i = 0; i < MANY - wrong; i++)
                pthread_mutex_lock(&lock[i]);
            for (int i = 0; i < MANY; i++)
                counted[i] = 0; // fault: of_the_host GC404
            for (int i = 0; i < MANY - wrong; i++)
                pthread_mutex_unlock(&lock[i]);
            atomic_store_explicit(&cleared, 1, memory_order_relaxed);
        } else {
            while (!atomic_load_explicit(&cleared, memory_order_relaxed))
                sched_yield();
            for (int i = MANY - 1; i >= 0; i--) {
                pthread_mutex_lock(&lock[i]);
                counted[i]++; // fault: of_the_host GC404
                pthread_mutex_unlock(&lock[i]);
            }
        }
    }
}

#define CASES(C) C(stripes) C(of_the_host)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
