// RUN: %gantry cc -fcheck --offload-arch=emulated %s -o %t && timeout 60 %t 2>%t.err; %not grep -q GC %t.err && %not --status 3 timeout 60 %t wrong 2>%t.err; %FileCheck %s <%t.err
/* What the kernel hands on orders what threads did before: the end of a pipe, queues of messages, events, signals. */
#define _GNU_SOURCE
#include <omp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <unistd.h>

static int ended, polled, queued, raised, alone;

static void end_of_pipe(void)
{
    int p[2];
    if (pipe(p))
        abort();
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
        ended = 1;
        close(p[1]);
    } else {
        char c;
        if (read(p[0], &c, 1) == 0)
            ended++;
    }
}

static void event(void)
{
    int p[2], e = epoll_create1(0);
    if (pipe(p) || epoll_ctl(e, EPOLL_CTL_ADD, p[0], &(struct epoll_event){.events = EPOLLIN}))
        abort();
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
        polled = 1;
        if (write(p[1], "", 1) != 1)
            abort();
    } else {
        struct epoll_event got;
        if (epoll_wait(e, &got, 1, -1) == 1)
            polled++;
        struct pollfd f = {.fd = p[0], .events = POLLIN};
        if (poll(&f, 1, -1) == 1)
            polled++;
    }
}

static void message(void)
{
    struct {
        long type;
        char text[8];
    } m = {1, ""};
    int q = msgget(IPC_PRIVATE, 0600);
    if (q < 0)
        return;
#pragma omp parallel num_threads(2) firstprivate(m)
    if (omp_get_thread_num() == 0) {
        queued = 1;
        msgsnd(q, &m, sizeof m.text, 0);
    } else if (msgrcv(q, &m, sizeof m.text, 0, 0) >= 0) {
        queued++;
    }
    msgctl(q, IPC_RMID, NULL);
}

static void signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
#pragma omp parallel num_threads(2)
    {
        sigset_t mine = set;
        sigprocmask(SIG_BLOCK, &mine, NULL);
#pragma omp barrier
        if (omp_get_thread_num() == 0) {
            raised = 1;
            kill(getpid(), SIGUSR1);
        } else if (sigwaitinfo(&mine, NULL) == SIGUSR1) {
            raised++;
        }
    }
}

int main(int argc, char **argv)
{
    (void)argv;
    end_of_pipe();
    event();
    message();
    signals();
    if (argc > 1) {
#pragma omp parallel num_threads(2)
        alone++;
    }
    return 0;
}
// CHECK-NOT: 'raised'
// CHECK: 'alone' {{.*}}[GC404]
