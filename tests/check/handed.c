// What threads hand on through the kernel orders them: files, messages, signals (GC404).
// RUN: %gantry cc -fcheck --offload-arch=emulated -O1 %s -o %t && OMP_NUM_THREADS=2 bash %src/tests/check/faults.sh %t %s races
#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <omp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int n, ends[2];
static char c;
static sigset_t set;
static siginfo_t info;
static FILE *in, *out;

static void must(int yes)
{
    if (!yes)
        abort();
}

static void open_pipe(void) { must(pipe(ends) == 0); }
static void open_streams(void)
{
    open_pipe();
    in = fdopen(ends[0], "r");
    out = fdopen(ends[1], "w");
    setvbuf(out, NULL, _IONBF, 0);
}
static void close_streams(void)
{
    fclose(in);
    if (out)
        fclose(out);
}
static void close_pipe(void)
{
    close(ends[0]);
    close(ends[1]);
}
static void block_signal(void)
{
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}
static void nothing(void) {}

/* Each case has one fault: who gives stores once more when it has given. */
#define HANDED(NAME, BEGIN, GIVE, TAKE, END)                                                                           \
    static void NAME(int wrong)                                                                                        \
    {                                                                                                                  \
        BEGIN();                                                                                                       \
        _Pragma("omp parallel num_threads(2)")                                                                         \
        {                                                                                                              \
            if (omp_get_thread_num()) {                                                                                \
                n += 1;                                                                                                \
                GIVE;                                                                                                  \
                if (wrong)                                                                                             \
                    n += 2;                                                                                            \
            } else {                                                                                                   \
                TAKE;                                                                                                  \
                n += 4;                                                                                                \
            }                                                                                                          \
        }                                                                                                              \
        END();                                                                                                         \
    }

static union sigval value;
static pthread_t main_thread; /* the team's first */
HANDED(by_sigwait, block_signal, kill(getpid(), SIGUSR1), int s; must(sigwait(&set, &s) == 0), nothing) // fault: by_sigwait GC404
HANDED(by_sigqueue, block_signal, sigqueue(getpid(), SIGUSR1, value), must(sigwaitinfo(&set, &info) == SIGUSR1), nothing) // fault: by_sigqueue GC404
HANDED(by_sigtimedwait, block_signal, pthread_sigqueue(main_thread, SIGUSR1, value), must(sigtimedwait(&set, &info, &(struct timespec){60}) == SIGUSR1), nothing) // fault: by_sigtimedwait GC404

/* to a handler, which the team's first thread runs */
static volatile sig_atomic_t handled;
static void handler(int signal) { handled = n += signal == SIGUSR2; }
static void full_handler(int signal, siginfo_t *i, void *context)
{
    (void)context;
    handled = n += signal == SIGUSR2 && i;
}
static void handle(void)
{
    handled = 0;
    must(signal(SIGUSR2, handler) == SIG_DFL);
}
static void handle_fully(void)
{
    struct sigaction before, now = {.sa_sigaction = full_handler, .sa_flags = SA_SIGINFO};
    must(sigaction(SIGUSR2, &(struct sigaction){.sa_handler = handler}, NULL) == 0);
    must(sigaction(SIGUSR2, &now, &before) == 0 && before.sa_handler == handler);
    must(sigaction(SIGUSR2, NULL, &before) == 0 && before.sa_sigaction == full_handler);
    handled = 0;
}
static void handle_no_more(void)
{
    must(signal(SIGUSR2, SIG_DFL) != SIG_ERR);
}
static void await(void)
{
    while (!handled)
        usleep(1000);
}
HANDED(by_handler, handle, pthread_kill(main_thread, SIGUSR2), await(), handle_no_more) // fault: by_handler GC404
HANDED(by_full_handler, handle_fully, pthread_sigqueue(main_thread, SIGUSR2, value), await(), handle_no_more) // fault: by_full_handler GC404

/* … in the middle of what the check does, mostly */
static void handler_at_work(int signal) { handled = signal; }
static void by_handler_at_work(int wrong)
{
    enum { ROUNDS = 50 };
    static int given[ROUNDS];
    omp_lock_t lock;
    omp_init_lock(&lock);
    static atomic_int round;
    round = handled = 0;
    must(signal(SIGUSR2, handler_at_work) == SIG_DFL);
#pragma omp parallel num_threads(2)
    for (int i = 0; i < ROUNDS; i++)
        if (omp_get_thread_num()) {
            while (atomic_load_explicit(&round, memory_order_relaxed) < i) /* orders nothing */
                usleep(100);
            given[i] += 1;
            must(pthread_kill(main_thread, SIGUSR2) == 0);
            if (wrong && i == ROUNDS - 1)
                given[i] += 2; // fault: by_handler_at_work GC404
        } else {
            while (!handled) {
                omp_set_lock(&lock);
                omp_unset_lock(&lock);
            }
            handled = 0;
            given[i] += 4; // fault: by_handler_at_work GC404
            atomic_store_explicit(&round, i + 1, memory_order_relaxed);
        }
    omp_destroy_lock(&lock);
    handle_no_more();
}

static void put(void) { must(write(ends[1], "x", 1) == 1); }
static int epoll_of_pipe(void)
{
    struct epoll_event e = {.events = EPOLLIN};
    int fd = epoll_create1(0);
    must(epoll_ctl(fd, EPOLL_CTL_ADD, ends[0], &e) == 0);
    int got = epoll_wait(fd, &e, 1, -1);
    close(fd);
    return got;
}
static int select_pipe(void)
{
    fd_set f;
    FD_ZERO(&f);
    FD_SET(ends[0], &f);
    return select(ends[0] + 1, &f, NULL, NULL, NULL);
}
static int pselect_pipe(void)
{
    fd_set f;
    FD_ZERO(&f);
    FD_SET(ends[0], &f);
    return pselect(ends[0] + 1, &f, NULL, NULL, NULL, NULL);
}
#define POLLED &(struct pollfd){.fd = ends[0], .events = POLLIN}, 1
HANDED(by_epoll, open_pipe, put(), must(epoll_of_pipe() == 1), close_pipe) // fault: by_epoll GC404
HANDED(by_select, open_pipe, put(), must(select_pipe() == 1), close_pipe) // fault: by_select GC404
HANDED(by_pselect, open_pipe, put(), must(pselect_pipe() == 1), close_pipe) // fault: by_pselect GC404
HANDED(by_poll, open_pipe, put(), must(poll(POLLED, -1) == 1), close_pipe) // fault: by_poll GC404
HANDED(by_ppoll, open_pipe, put(), must(ppoll(POLLED, NULL, NULL) == 1), close_pipe) // fault: by_ppoll GC404

/* Who waited in vain comes after nobody. */
static void in_vain(int wrong)
{
    open_pipe();
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num()) {
        n++; // fault: in_vain GC404
        write(ends[1], "x", 0);
    } else {
        must(poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, 200) == 0);
        if (wrong)
            n++; // fault: in_vain GC404
    }
    close_pipe();
}

static void close_in(void) { close(ends[0]); }
static void open_sockets(void) { must(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0); }
HANDED(by_close, open_pipe, close(ends[1]), must(read(ends[0], &c, 1) == 0), close_in) // fault: by_close GC404
HANDED(by_shutdown, open_sockets, shutdown(ends[1], SHUT_WR), must(recv(ends[0], &c, 1, 0) == 0), close_pipe) // fault: by_shutdown GC404
HANDED(by_stream, open_streams, fprintf(out, "%d\n", 3), must(fgetc(in) == '3'), close_streams) // fault: by_stream GC404
HANDED(by_byte, open_streams, putc('a', out), must(getc(in) == 'a'), close_streams) // fault: by_byte GC404
HANDED(by_fclose, open_streams, fclose(out); out = NULL, must(fgetc(in) == EOF), close_streams) // fault: by_fclose GC404

static int port_fd, inner;
static struct sockaddr_in address = {.sin_family = AF_INET};
static void open_port(void)
{
    socklen_t size = sizeof address;
    address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    port_fd = socket(AF_INET, SOCK_STREAM, 0);
    inner = socket(AF_INET, SOCK_STREAM, 0);
    must(bind(port_fd, (struct sockaddr *)&address, sizeof address) == 0 && listen(port_fd, 1) == 0);
    getsockname(port_fd, (struct sockaddr *)&address, &size);
}
static void close_port(void)
{
    close(inner);
    close(port_fd);
}
HANDED(by_connect, open_port, connect(inner, (struct sockaddr *)&address, sizeof address), must(accept(port_fd, NULL, NULL) >= 0), close_port) // fault: by_connect GC404

static int queue;
static struct { long type; char text[4]; } message = {1, "abc"}, got;
static void open_queue(void) { must((queue = msgget(IPC_PRIVATE, 0600 | IPC_CREAT)) >= 0); }
static void close_queue(void) { msgctl(queue, IPC_RMID, NULL); }
HANDED(by_message, open_queue, msgsnd(queue, &message, 4, 0), must(msgrcv(queue, &got, 4, 1, 0) >= 0), close_queue) // fault: by_message GC404

static int semaphores;
static void open_semaphores(void) { must((semaphores = semget(IPC_PRIVATE, 1, 0600 | IPC_CREAT)) >= 0); }
static void close_semaphores(void) { semctl(semaphores, 0, IPC_RMID); }
static int operate(short by) { return semop(semaphores, &(struct sembuf){.sem_op = by}, 1); }
HANDED(by_semop, open_semaphores, operate(1), must(operate(-1) == 0), close_semaphores) // fault: by_semop GC404

/* a semaphore as a lock: to take it gives nothing */
static void taken_both(int wrong)
{
    open_semaphores();
    operate(1);
#pragma omp parallel num_threads(2)
    {
        if (wrong)
            n++; // fault: taken_both GC404
        operate(-1);
        if (!wrong)
            n++;
        operate(1);
    }
    close_semaphores();
}

static void locked_file(int wrong)
{
    char name[] = "/tmp/gantry-test-XXXXXX";
    int first = mkstemp(name), second = open(name, O_RDWR);
#pragma omp parallel num_threads(2)
    {
        int fd = omp_get_thread_num() ? first : second;
        if (!wrong)
            must(flock(fd, LOCK_EX) == 0);
        n++; // fault: locked_file GC404
        if (!wrong)
            flock(fd, LOCK_UN);
    }
    close(first);
    close(second);
    unlink(name);
}

static pid_t child;
static void begin_child(void)
{
    child = fork();
    while (!child)
        pause();
}
HANDED(by_child, begin_child, kill(child, SIGKILL), int status; must(waitpid(child, &status, 0) == child), nothing) // fault: by_child GC404

static void *adds(void *p)
{
    n++; // fault: joined GC404
    return p;
}
static void joined(int wrong)
{
    pthread_t t;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 60;
    pthread_create(&t, NULL, adds, NULL);
    if (wrong)
        n++; // fault: joined GC404
    must(pthread_clockjoin_np(t, NULL, CLOCK_MONOTONIC, &until) == 0);
    n++;
}

#define CASES(C)                                                                                                       \
    C(by_sigwait) C(by_sigqueue) C(by_sigtimedwait) C(by_handler) C(by_full_handler) C(by_handler_at_work) C(by_epoll) C(by_select) C(by_pselect) C(by_poll) C(by_ppoll)            \
    C(in_vain) C(by_close) C(by_shutdown) C(by_stream) C(by_byte) C(by_fclose) C(by_connect) C(by_message)             \
    C(by_semop) C(taken_both) C(locked_file) C(by_child) C(joined)
#include "cases.h"

int main(int argc, char **argv)
{
    main_thread = pthread_self();
    run_cases(argc, argv);
    return 0;
}
