// RUN: %gantry cc -fcheck --offload-arch=emulated %s -o %t -lpthread && timeout 60 %t >%t.out 2>%t.err; %FileCheck %s <%t.out && %not grep -q GC %t.err
/* OpenMP's locks are all that the program has of OpenMP. */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 3 };
static omp_lock_t lock;
static int count;

static void *run(void *p)
{
    omp_set_lock(&lock);
    count++;
    omp_unset_lock(&lock);
    return p;
}

int main(void)
{
    pthread_t t[THREADS];
    omp_init_lock(&lock);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    omp_destroy_lock(&lock);
    printf("%d\n", count);
    return 0;
}
// CHECK: 3
