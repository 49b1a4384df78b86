/* handed.c: what threads hand on to each other through the kernel: by files (a pipe, a socket), queues of messages, and
 * signals. Who takes something comes after whoever gave something before, to whichever of them. The runtime's own calls
 * are redirected, too, and order nothing. */
#define _GNU_SOURCE
#include <mqueue.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "strands.h"

#define IS_PROGRAM check_is_program(__builtin_return_address(0))

static bool is_beside(void) { return atomic_load_explicit(&check_beside, memory_order_relaxed) != 0; }

void check_hands_on(bool takes)
{
    static const char files;
    if (is_beside())
        hand_orders(&files, takes);
}

#define DECLARE(RET, NAME, PARAMS)                                                                                     \
    RET __real_##NAME PARAMS __attribute__((weak));                                                                    \
    RET __wrap_##NAME PARAMS;

/* Before it, all is given that was done until then. */
#define HANDS_ON(RET, NAME, PARAMS, ARGS)                                                                              \
    DECLARE(RET, NAME, PARAMS)                                                                                         \
    RET __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        if (IS_PROGRAM)                                                                                                \
            check_hands_on(false);                                                                                     \
        return __real_##NAME ARGS;                                                                                     \
    }
HANDS_ON(ssize_t, writev, (int fd, const struct iovec *v, int n), (fd, v, n))
HANDS_ON(ssize_t, sendmsg, (int fd, const struct msghdr *m, int flags), (fd, m, flags))
HANDS_ON(ssize_t, sendto, (int fd, const void *p, size_t n, int flags, const struct sockaddr *to, socklen_t length),
         (fd, p, n, flags, to, length))
HANDS_ON(int, eventfd_write, (int fd, eventfd_t value), (fd, value))
HANDS_ON(int, connect, (int fd, const struct sockaddr *to, socklen_t length), (fd, to, length))
HANDS_ON(int, shutdown, (int fd, int how), (fd, how)) /* … of which readers see the end */
HANDS_ON(int, close, (int fd), (fd))
HANDS_ON(int, dup2, (int fd, int to), (fd, to)) /* … which it closes */
HANDS_ON(int, fclose, (FILE * f), (f))
HANDS_ON(int, fflush, (FILE * f), (f))
HANDS_ON(int, fputc, (int c, FILE *f), (c, f))
HANDS_ON(int, putc, (int c, FILE *f), (c, f))
HANDS_ON(int, putchar, (int c), (c))
HANDS_ON(int, msgsnd, (int q, const void *p, size_t n, int flags), (q, p, n, flags))
HANDS_ON(int, mq_send, (mqd_t q, const char *p, size_t n, unsigned priority), (q, p, n, priority))
HANDS_ON(int, mq_timedsend, (mqd_t q, const char *p, size_t n, unsigned priority, const struct timespec *until),
         (q, p, n, priority, until))
HANDS_ON(int, pthread_kill, (pthread_t t, int signal), (t, signal))
HANDS_ON(int, pthread_sigqueue, (pthread_t t, int signal, const union sigval value), (t, signal, value))
HANDS_ON(int, kill, (pid_t p, int signal), (p, signal))
HANDS_ON(int, killpg, (pid_t p, int signal), (p, signal))
HANDS_ON(int, sigqueue, (pid_t p, int signal, const union sigval value), (p, signal, value))

/* TOOK: has something come? */
#define IS_HANDED(RET, NAME, PARAMS, ARGS, TOOK)                                                                       \
    DECLARE(RET, NAME, PARAMS)                                                                                         \
    RET __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        RET result = __real_##NAME ARGS;                                                                               \
        if ((TOOK) && IS_PROGRAM)                                                                                      \
            check_hands_on(true);                                                                                      \
        return result;                                                                                                 \
    }
IS_HANDED(ssize_t, readv, (int fd, const struct iovec *v, int n), (fd, v, n), result >= 0)
IS_HANDED(ssize_t, recvmsg, (int fd, struct msghdr *m, int flags), (fd, m, flags), result >= 0)
IS_HANDED(ssize_t, recvfrom, (int fd, void *p, size_t n, int flags, struct sockaddr *from, socklen_t *length),
          (fd, p, n, flags, from, length), result >= 0)
IS_HANDED(int, eventfd_read, (int fd, eventfd_t *value), (fd, value), result == 0)
IS_HANDED(int, accept, (int fd, struct sockaddr *from, socklen_t *length), (fd, from, length), result >= 0)
IS_HANDED(int, accept4, (int fd, struct sockaddr *from, socklen_t *length, int flags), (fd, from, length, flags),
          result >= 0)
IS_HANDED(int, fgetc, (FILE * f), (f), true)
IS_HANDED(int, getc, (FILE * f), (f), true)
IS_HANDED(int, getchar, (void), (), true)
IS_HANDED(int, poll, (struct pollfd * p, nfds_t n, int ms), (p, n, ms), result > 0)
IS_HANDED(int, ppoll, (struct pollfd * p, nfds_t n, const struct timespec *ms, const sigset_t *set), (p, n, ms, set),
          result > 0)
IS_HANDED(int, select, (int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *ms), (n, in, out, other, ms),
          result > 0)
IS_HANDED(int, pselect, (int n, fd_set *in, fd_set *out, fd_set *other, const struct timespec *ms, const sigset_t *set),
          (n, in, out, other, ms, set), result > 0)
IS_HANDED(int, epoll_wait, (int fd, struct epoll_event *e, int n, int ms), (fd, e, n, ms), result > 0)
IS_HANDED(int, epoll_pwait, (int fd, struct epoll_event *e, int n, int ms, const sigset_t *set), (fd, e, n, ms, set),
          result > 0)
IS_HANDED(ssize_t, msgrcv, (int q, void *p, size_t n, long type, int flags), (q, p, n, type, flags), result >= 0)
IS_HANDED(ssize_t, mq_receive, (mqd_t q, char *p, size_t n, unsigned *priority), (q, p, n, priority), result >= 0)
IS_HANDED(ssize_t, mq_timedreceive, (mqd_t q, char *p, size_t n, unsigned *priority, const struct timespec *until),
          (q, p, n, priority, until), result >= 0)
IS_HANDED(int, sigwait, (const sigset_t *set, int *signal), (set, signal), result == 0)
IS_HANDED(int, sigwaitinfo, (const sigset_t *set, siginfo_t *info), (set, info), result > 0)
IS_HANDED(int, sigtimedwait, (const sigset_t *set, siginfo_t *info, const struct timespec *ms), (set, info, ms),
          result > 0)
IS_HANDED(int, sigsuspend, (const sigset_t *set), (set), true) /* a handler has run */
IS_HANDED(int, pause, (void), (), true)
IS_HANDED(pid_t, wait, (int *status), (status), result > 0) /* somebody may have ended it, by a signal or a file */
IS_HANDED(pid_t, waitpid, (pid_t p, int *status, int flags), (p, status, flags), result > 0)

/* ---- semaphores of System V: some operations give, others take ---- */
static void operates(int set, const struct sembuf *ops, size_t n, bool takes)
{
    enum { KEYS = 256 };
    static const char keys[2 * KEYS]; /* one for sets of several numbers: they order more then */
    if (!is_beside())
        return;
    for (size_t i = 0; i < n; i++)
        if ((ops[i].sem_op <= 0) == takes)
            hand_orders(&keys[2 * ((unsigned)set % KEYS)], takes);
}

#define OPERATES(NAME, PARAMS, ARGS)                                                                                   \
    DECLARE(int, NAME, PARAMS)                                                                                         \
    int __wrap_##NAME PARAMS                                                                                           \
    {                                                                                                                  \
        bool program = IS_PROGRAM;                                                                                     \
        if (program)                                                                                                   \
            operates(set, ops, n, false);                                                                              \
        int result = __real_##NAME ARGS;                                                                               \
        if (program && result == 0)                                                                                    \
            operates(set, ops, n, true);                                                                               \
        return result;                                                                                                 \
    }
OPERATES(semop, (int set, struct sembuf *ops, size_t n), (set, ops, n))
OPERATES(semtimedop, (int set, struct sembuf *ops, size_t n, const struct timespec *ms), (set, ops, n, ms))

/* ---- locks of files: each opening of one has its own ---- */
DECLARE(int, flock, (int fd, int how))
int __wrap_flock(int fd, int how)
{
    bool gives = how & LOCK_UN;
    if (gives && IS_PROGRAM)
        check_hands_on(false);
    int result = __real_flock(fd, how);
    if (!gives && result == 0 && IS_PROGRAM)
        check_hands_on(true);
    return result;
}
