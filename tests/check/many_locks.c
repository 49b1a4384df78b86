// Many locks at once: who holds all of them excludes whoever holds one, on the device and on the host.
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t && OMP_NUM_THREADS=4 bash %S/faults.sh %t %s races,barriers
// LABELS: run
#include <omp.h>
#include <pthread.h>
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

static void of_the_host(int wrong)
{
    static pthread_mutex_t lock[MANY];
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
        } else {
            for (int i = 0; i < MANY; i++) {
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
