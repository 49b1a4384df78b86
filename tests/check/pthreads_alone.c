// RUN: %gantry cc -fcheck --offload-arch=emulated %s -o %t -lpthread && %not --status 3 %t 1 2>%t.err; %FileCheck %s <%t.err && timeout 60 %t 2>%t.err; test $? = 0 && %not grep -q GC %t.err
/* Threads that the program makes itself, without any OpenMP beside them. */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 3 };
static int count, own[THREADS], locked_only;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p)
{
    int *mine = p;
    *mine += 1;
    if (locked_only)
        pthread_mutex_lock(&lock);
    count++; // here
    if (locked_only)
        pthread_mutex_unlock(&lock);
    return p;
}

int main(int argc, char **argv)
{
    pthread_t t[THREADS];
    (void)argv;
    locked_only = argc < 2;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, run, &own[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    printf("%d %d\n", count, own[0] + own[1] + own[2]);
    return 0;
}
// CHECK: pthreads_alone.c:16:{{.*}} 'count' here, and another {{.*}} [GC404]
