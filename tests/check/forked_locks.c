// RUN: %gantry cc -fcheck --offload-arch=emulated %s -o %t && timeout 60 env OMP_NUM_THREADS=4 %t >%t.out 2>%t.err; %FileCheck %s <%t.out && %not grep -q gantry: %t.err
/* Locks and fork: what the parent has is not the child's where memory is shared, and a child begins with no thread of the
 * check's own in the middle of something. Nothing is told, and all children end. */
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CHILDREN = 40 };
struct shared {
    pthread_mutex_t lock;
    int value;
};

static void rest(int ms) { nanosleep(&(struct timespec){0, ms * 1000000L}, NULL); }

static int waits_for_parent(void)
{
    struct shared *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t of_all;
    int status = 0;
    pthread_mutexattr_init(&of_all);
    pthread_mutexattr_setpshared(&of_all, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&p->lock, &of_all);
    pthread_mutex_lock(&p->lock);
    pid_t child = fork();
    if (!child) {
        pthread_mutex_lock(&p->lock);
        p->value++;
        pthread_mutex_unlock(&p->lock);
        _exit(0);
    }
    rest(100);
    p->value = 4;
    pthread_mutex_unlock(&p->lock);
    waitpid(child, &status, 0);
    return p->value;
}

static int many(void)
{
    static int busy[4][64];
    static omp_lock_t lock;
    int ended = 0, stop = 0;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num(), over = 0;
        for (int k = 0; me && !over; k++) {
            busy[me][k % 64]++;
            omp_set_lock(&lock);
            busy[0][0]++;
            omp_unset_lock(&lock);
#pragma omp atomic read
            over = stop;
        }
        for (int k = 0; !me && k < CHILDREN; k++) {
            int status = 1;
            pid_t child = fork();
            if (!child) {
                busy[0][1]++;
                _exit(busy[0][1] != k + 1);
            }
            waitpid(child, &status, 0);
            busy[0][1]++;
            ended += WIFEXITED(status) && WEXITSTATUS(status) == 0;
        }
        if (!me) {
#pragma omp atomic write
            stop = 1;
        }
    }
    omp_destroy_lock(&lock);
    return ended;
}

int main(void)
{
    printf("value %d\n", waits_for_parent());
    printf("ended %d\n", many());
    return 0;
}
// CHECK: value 5
// CHECK-NEXT: ended 40
