/* ending.c: counters reach their files whichever way the process ends: exit, quick_exit, abort, a failed assertion, a
 * fault, a stack that is full, a signal; _exit and exec: leaving.c and replacing.c, with -fverify
 * runtime/verify/leave.c.
 *
 * A signal may arrive while its thread holds a lock of the C library, which writing needs: then the handler lets it go
 * on a little, and looks again. A fault cannot wait: there a thread made for that writes, which has a heap of its own,
 * and the handler waits a while for it. To make and end a thread takes 50 to 100 microseconds, so it comes with the
 * first event of a program that has run a while (BRIEF_US); before that the handler writes. Only signals that would end
 * the process are handled; a program's own handlers, set before or after, stay its own. Nothing is set up where no file
 * is asked for. */
#define _GNU_SOURCE 1 /* SIGSTKFLT, SIGPOLL, gregs */
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

#include "host.h"
#include "system.h"

enum { MOST = 12, PATIENCE_MS = 2000, BRIEF_US = 10000, LOOKS = 200 };
static void (*writers[MOST])(void);
static int nwriters;
static pid_t owner; /* a child by fork inherits counters that its parent writes, and has no thread to write them */
static sem_t asked;
static atomic_bool written;
static atomic_flag begun = ATOMIC_FLAG_INIT;
/* whose default is to end the process; besides those of real time */
static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS,  SIGFPE,    SIGILL,  SIGSYS,   SIGTERM, SIGINT,
                             SIGHUP,  SIGQUIT, SIGPIPE, SIGALRM,   SIGXCPU, SIGXFSZ,  SIGUSR1, SIGUSR2,
                             SIGTRAP, SIGPROF, SIGPOLL, SIGVTALRM, SIGPWR,  SIGSTKFLT};

void gantry_end_files(void)
{
    if (!nwriters || getpid() != owner || atomic_flag_test_and_set(&begun))
        return;
    int n = nwriters;
    for (int i = n - 1; i >= 0; i--)
        writers[i]();
    for (; n < nwriters; n++) /* what these have made necessary */
        writers[n]();
    atomic_store(&written, true);
}

/* A destructor, so that it comes after atexit handlers, which may execute constructs, and after that of entry.c. */
__attribute__((destructor(102))) static void at_exit(void) { gantry_end_files(); }

static void *write_when_asked(void *unused)
{
    while (sem_wait(&asked) != 0 && errno == EINTR)
        ;
    gantry_end_files();
    return unused;
}

static atomic_bool has_thread; /* that writes where a signal comes */

void gantry_end_anywhere(void)
{
    const struct timespec ms = {0, 1000000};
    if (!nwriters || getpid() != owner)
        return;
    if (atomic_load(&has_thread))
        sem_post(&asked);
    else
        gantry_end_files(); /* or another thread does so already */
    for (int i = 0; i < PATIENCE_MS && !atomic_load(&written); i++)
        nanosleep(&ms, NULL);
}

static volatile sig_atomic_t ends_by;              /* the signal that the handler has met without a thread */
static _Thread_local volatile sig_atomic_t writes; /* … and this thread writes */

static void end_by_first(int unused)
{
    sigset_t only;
    (void)unused;
    sigemptyset(&only);
    sigaddset(&only, ends_by);
    signal(ends_by, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(ends_by);
}

/* The handler writes itself, since there is no thread yet. Where it has interrupted what holds a lock that writing
 * needs, an alarm ends the process, by the same signal. */
static void end_in_time(int sig)
{
    sigset_t alarm_alone;
    ends_by = sig, writes = true;
    sigemptyset(&alarm_alone);
    sigaddset(&alarm_alone, SIGALRM);
    signal(SIGALRM, end_by_first);
    pthread_sigmask(SIG_UNBLOCK, &alarm_alone, NULL);
    alarm(PATIENCE_MS / 1000);
}

/* Code of libraries may hold locks of the C library, but not where it waits for the system; the program's own does not.
 */
static bool may_hold_lock(const ucontext_t *at)
{
    extern const unsigned char __ehdr_start[], etext[];    /* of the linker: what it has linked together */
    static const unsigned char of_system[] = {0x0f, 0x05}; /* the instruction syscall */
    const unsigned char *code = (const unsigned char *)(uintptr_t)at->uc_mcontext.gregs[REG_RIP];
    bool own = code >= __ehdr_start && code < etext, begins_page = ((uintptr_t)code & 4095) < sizeof of_system;
    return !own && memcmp(code, of_system, sizeof of_system) != 0 &&
           (begins_page || memcmp(code - sizeof of_system, of_system, sizeof of_system) != 0);
}

/* The signal comes again in a millisecond. */
static bool look_again(int sig)
{
    static atomic_int looks;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = sig};
    const struct itimerspec soon = {.it_value.tv_nsec = 1000000};
    timer_t timer;
    return atomic_fetch_add(&looks, 1) < LOOKS && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 &&
           timer_settime(timer, 0, &soon, NULL) == 0;
}

/* Of what a thread does itself: another may do the like while the first one's files are written. */
static bool is_fault(int sig) { return sig == SIGSEGV || sig == SIGBUS || sig == SIGFPE || sig == SIGILL; }

static void on_deadly(int sig, siginfo_t *unused, void *context)
{
    int saved = errno;
    bool alone = !atomic_load(&has_thread);
    (void)unused;
    if (!is_fault(sig) && sig != SIGABRT && may_hold_lock(context) && look_again(sig)) {
        errno = saved;
        return;
    }
    if (is_fault(sig) && writes) /* the handler's own, since what the program has left is damaged */
        end_by_first(sig);
    if (is_fault(sig) && alone)
        signal(sig, SIG_DFL);
    else if (!is_fault(sig)) /* it may come once more: to the process group, and passed on by a command */
        signal(sig, SIG_IGN);
    if (alone)
        end_in_time(sig);
    gantry_end_anywhere();
    signal(sig, SIG_DFL);
    errno = saved;
    raise(sig); /* blocked until this handler returns */
}

/* Ours is set first, and taken back where there was another: that is one call for most. */
static void watch_signal(int sig)
{
    static const struct sigaction ours = {.sa_sigaction = on_deadly, .sa_flags = SA_ONSTACK | SA_SIGINFO};
    struct sigaction before;
    if (sigaction(sig, &ours, &before) == 0 && (before.sa_flags & SA_SIGINFO || before.sa_handler != SIG_DFL))
        sigaction(sig, &before, NULL);
}

bool gantry_end_watches(const struct sigaction *now)
{
    return now->sa_flags & SA_SIGINFO && now->sa_sigaction == on_deadly;
}

/* Blocked meanwhile: a signal that the program ignores meets no handler of ours. */
static void watch_signals(void)
{
    uint64_t before = system_block(~UINT64_C(0));
    for (size_t i = 0; i < COUNT_OF(deadly); i++)
        watch_signal(deadly[i]);
    for (int sig = SYSTEM_FIRST_FREE; sig <= SYSTEM_LAST; sig++)
        watch_signal(sig);
    system_unblock(before);
}

static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static void start_thread(void)
{
    pthread_t thread;
    pthread_mutex_lock(&starting);
    if (!atomic_load(&has_thread) && sem_init(&asked, 0, 0) == 0 &&
        gantry_own_thread(&thread, write_when_asked, NULL, false) == 0) {
        pthread_detach(thread);
        atomic_store(&has_thread, true);
    }
    pthread_mutex_unlock(&starting);
}

/* A thread whose stack is full has none for the handler. That of the first thread is no memory of the heap, for which
 * others would have to care when the thread ends. */
enum { STACK = 1 << 16 };
static _Alignas(16) char first_stack[STACK] GANTRY_BEHIND;
static pthread_key_t stacks;

static void free_stack(void *stack)
{
    const stack_t none = {.ss_flags = SS_DISABLE};
    stack_t now;
    if (sigaltstack(NULL, &now) == 0 && now.ss_sp == stack)
        sigaltstack(&none, NULL);
    free(stack);
}

static void make_key(void) { pthread_key_create(&stacks, free_stack); }

void gantry_end_of_event(double now)
{
    if (now > BRIEF_US && nwriters && !atomic_load_explicit(&has_thread, memory_order_acquire))
        start_thread();
}

void gantry_end_of_thread(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static atomic_flag first = ATOMIC_FLAG_INIT;
    stack_t now, ours = {.ss_sp = first_stack, .ss_size = STACK};
    if (!nwriters || system_stack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE))
        return;
    if (!atomic_flag_test_and_set(&first)) {
        system_stack(&ours, NULL);
        return;
    }
    pthread_once(&once, make_key);
    ours.ss_sp = malloc(STACK);
    if (ours.ss_sp && pthread_setspecific(stacks, ours.ss_sp) == 0 && sigaltstack(&ours, NULL) == 0)
        return;
    pthread_setspecific(stacks, NULL);
    free(ours.ss_sp);
}

void gantry_at_end_of_events(void (*write)(void))
{
    pthread_mutex_lock(&starting);
    if (nwriters == 0) {
        owner = getpid();
        at_quick_exit(gantry_end_files);
        watch_signals();
    }
    if (nwriters < MOST)
        writers[nwriters++] = write;
    pthread_mutex_unlock(&starting);
}

void gantry_at_end(void (*write)(void))
{
    gantry_at_end_of_events(write);
    if (!atomic_load(&has_thread))
        start_thread();
    gantry_end_of_thread();
}

bool gantry_lock_at_end(pthread_mutex_t *lock)
{
    struct timespec until;
    if (pthread_mutex_trylock(lock) == 0)
        return true;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PATIENCE_MS / 4 * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000, until.tv_nsec %= 1000000000;
    return pthread_mutex_timedlock(lock, &until) == 0;
}

bool gantry_end_is_written(void) { return nwriters && getpid() == owner && atomic_load(&written); }

void gantry_events_end_in_child(void (*write)(void))
{
    nwriters = 0;
    atomic_store(&has_thread, false); /* the parent's thread is not here */
    atomic_flag_clear(&begun);
    atomic_store(&written, false);
    gantry_at_end_of_events(write);
}

void gantry_at_end_of_child(void (*write)(void))
{
    gantry_events_end_in_child(write);
    start_thread();
    gantry_end_of_thread();
}
