/* sample.c: libgantry_sample.so, preloaded into a program by `gantry port`: at each tick of its processor time it notes
 * by which calls the program has come to where it is. At the end GANTRY_SAMPLES gets the seconds between two samples,
 * then a line for each stack: how often it was met, and its addresses, the innermost first, each as the file that holds
 * it and the offset in it. GANTRY_SAMPLES_OF names the program that is meant: others (a shell that starts it) are left
 * alone.
 * GANTRY_SAMPLES_EVERY, in microseconds, is for runs that are shorter than a few of these ticks: a clock of the time
 * that goes by, which ticks as often as it is told to.
 *
 * The handler unwinds by glibc's backtrace, which neither allocates nor locks once it was called: frames of libraries
 * that keep no frame pointers are followed, too. What is noted lies in a table of fixed size. */
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { DEEPEST = 48, STACKS = 1 << 14, INTERVAL = 1000, OWN = 2 /* the handler, and the return from it */ };

static struct stack {
    atomic_uint n;
    uint64_t hash;
    int depth;
    void *at[DEEPEST];
} stacks[STACKS];
static atomic_flag busy = ATOMIC_FLAG_INIT;
static char out[PATH_MAX];
static pid_t process; /* a child made by fork has its own time, which is not asked for */

static uint64_t hash_of(void *const *at, int n)
{
    uint64_t h = 14695981039346656037u;
    for (int i = 0; i < n; i++)
        h = (h ^ (uint64_t)(uintptr_t)at[i]) * 1099511628211u;
    return h;
}

static void note(void *const *at, int n)
{
    uint64_t h = hash_of(at, n);
    for (unsigned i = (unsigned)(h >> 32) % STACKS, tries = 0; tries < STACKS; i = (i + 1) % STACKS, tries++) {
        struct stack *s = &stacks[i];
        if (s->n == 0) {
            s->hash = h;
            s->depth = n;
            memcpy(s->at, at, (size_t)n * sizeof *at);
        }
        if (s->hash == h && s->depth == n) {
            s->n++;
            return;
        }
    }
}

static void on_time(int signal)
{
    void *at[DEEPEST + OWN];
    int error = errno;
    (void)signal;
    if (!atomic_flag_test_and_set(&busy)) { /* another thread is at it: this sample is lost */
        int n = backtrace(at, DEEPEST + OWN);
        if (n > OWN)
            note(at + OWN, n - OWN);
        atomic_flag_clear(&busy);
    }
    errno = error;
}

static void set_timer(long microseconds)
{
    struct itimerval t = {{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_PROF, &t, NULL);
}

/* The first tick anywhere in the first interval: short runs are repeated, and would be met at the same places. */
static bool set_fine_timer(long microseconds)
{
    struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
    struct timespec now;
    timer_t timer;
    if (microseconds < 50 || microseconds > 100000 || timer_create(CLOCK_MONOTONIC, &e, &timer) != 0)
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct itimerspec t = {{0, microseconds * 1000}, {0, 20000 + now.tv_nsec % (microseconds * 1000)}};
    return timer_settime(timer, 0, &t, NULL) == 0;
}

/* ---- the end ---- */
struct found {
    uintptr_t at;
    const char *name;
    uintptr_t base;
};

static int find_module(struct dl_phdr_info *m, size_t size, void *x)
{
    struct found *f = x;
    (void)size;
    for (int i = 0; i < m->dlpi_phnum; i++) {
        uintptr_t begin = m->dlpi_addr + m->dlpi_phdr[i].p_vaddr;
        if (m->dlpi_phdr[i].p_type == PT_LOAD && f->at >= begin && f->at < begin + m->dlpi_phdr[i].p_memsz) {
            f->name = m->dlpi_name;
            f->base = m->dlpi_addr;
            return 1;
        }
    }
    return 0;
}

static void put_address(FILE *f, uintptr_t at, const char *self)
{
    struct found m = {at, NULL, 0};
    if (dl_iterate_phdr(find_module, &m) && m.name)
        fprintf(f, "\t%s 0x%lx", *m.name ? m.name : self, (unsigned long)(at - m.base));
}

static bool is_ours(char *self)
{
    const char *meant = getenv("GANTRY_SAMPLES_OF");
    ssize_t n = readlink("/proc/self/exe", self, PATH_MAX - 1);
    char real[PATH_MAX];
    self[n > 0 ? n : 0] = 0;
    return meant && realpath(meant, real) && strcmp(self, real) == 0;
}

/* The kernel's clock ticks more rarely than asked for: all of the process's time, shared out. */
static double seconds_of_one(void)
{
    struct timespec t;
    double n = 0;
    for (struct stack *s = stacks; s < stacks + STACKS; s++)
        n += s->n;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return n > 0 ? ((double)t.tv_sec + 1e-9 * (double)t.tv_nsec) / n : INTERVAL * 1e-6;
}

__attribute__((destructor)) static void end(void)
{
    char self[PATH_MAX];
    set_timer(0);
    signal(SIGPROF, SIG_IGN);
    FILE *f = out[0] && getpid() == process && is_ours(self) ? fopen(out, "w") : NULL;
    if (!f)
        return;
    fprintf(f, "%g\n", seconds_of_one());
    for (struct stack *s = stacks; s < stacks + STACKS; s++) {
        if (s->n == 0)
            continue;
        fprintf(f, "%u", (unsigned)s->n);
        for (int i = 0; i < s->depth; i++) /* a return address lies behind its call */
            put_address(f, (uintptr_t)s->at[i] - (i > 0), self);
        fputc('\n', f);
    }
    fclose(f);
}

__attribute__((constructor)) static void begin(void)
{
    char self[PATH_MAX];
    const char *name = getenv("GANTRY_SAMPLES"), *every = getenv("GANTRY_SAMPLES_EVERY");
    void *warm[4];
    if (!name || strlen(name) >= sizeof out || !is_ours(self))
        return;
    strcpy(out, name);
    process = getpid();
    backtrace(warm, 4); /* loads what it needs */
    struct sigaction act = {.sa_handler = on_time, .sa_flags = SA_RESTART};
    sigaction(SIGPROF, &act, NULL);
    if (!every || !set_fine_timer(atol(every)))
        set_timer(INTERVAL);
}
