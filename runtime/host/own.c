/* own.c: threads of the runtime's own. Signals are for the program's threads: these take none. And they keep no process
 * alive: where main has ended by pthread_exit, the program is over with the last of its threads. The C library counts
 * all threads and would wait for ours for ever, so that one more of ours looks whether any other is left. */
#define _GNU_SOURCE 1 /* gettid */
#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

struct own {
    void *(*run)(void *arg);
    void *arg;
};

/* The first few threads take no memory, nor give any back: the C library makes an arena of 64 MB of addresses for a
 * thread that does, which costs more than the thread. */
enum { FEW = 8 };
static struct own few[FEW];
static atomic_flag taken[FEW];
static pid_t first_ours[FEW];

static struct own *own_new(void)
{
    for (size_t i = 0; i < FEW; i++)
        if (!atomic_flag_test_and_set(&taken[i]))
            return &few[i];
    return malloc(sizeof(struct own));
}

static void own_free(struct own *o)
{
    if (o >= few && o < few + FEW)
        atomic_flag_clear(&taken[o - few]);
    else
        free(o);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t *ours = first_ours; /* those that run */
static size_t nours, cap = FEW;
static pid_t owner; /* a child by fork has none of these threads */
static sigset_t of_main;
static bool main_is_over, looked_for;

static void *look_for_others(void *unused);

/* under the lock */
static void look_when_needed(void)
{
    pthread_t t;
    if (main_is_over && nours > 0 && !looked_for)
        looked_for = gantry_own_thread(&t, look_for_others, NULL, false) == 0 && pthread_detach(t) == 0;
}

static void comes(pid_t me)
{
    pthread_mutex_lock(&lock);
    if (owner != getpid())
        owner = getpid(), nours = 0, main_is_over = looked_for = false;
    if (nours == cap) {
        size_t more = 2 * cap;
        pid_t *grown = realloc(ours == first_ours ? NULL : ours, more * sizeof *ours);
        if (grown && ours == first_ours)
            memcpy(grown, ours, nours * sizeof *ours);
        if (grown)
            ours = grown, cap = more;
    }
    if (nours < cap)
        ours[nours++] = me;
    look_when_needed();
    pthread_mutex_unlock(&lock);
}

static void goes(pid_t me)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < nours; i++)
        if (ours[i] == me)
            ours[i--] = ours[--nours];
    pthread_mutex_unlock(&lock);
}

static void *run(void *arg)
{
    struct own own = *(struct own *)arg;
    own_free(arg);
    comes(gettid());
    void *result = own.run(own.arg);
    goes(gettid());
    return result;
}

int gantry_own_thread(pthread_t *t, void *(*what)(void *), void *arg, bool faults)
{
    static const int of_its_own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    struct own *own = own_new();
    sigset_t mask, before;
    if (!own)
        return -1;
    *own = (struct own){what, arg};
    sigfillset(&mask);
    for (size_t i = 0; i < COUNT_OF(of_its_own) && faults; i++)
        sigdelset(&mask, of_its_own[i]);
    pthread_sigmask(SIG_SETMASK, &mask, &before);
    int failed = pthread_create(t, NULL, run, own);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed)
        own_free(own);
    return failed ? -1 : 0;
}

/* ---- the end of a program whose main ends before others do ---- */
static bool is_ours(pid_t thread)
{
    bool found = false;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < nours && !found; i++)
        found = ours[i] == thread;
    pthread_mutex_unlock(&lock);
    return found;
}

/* The first thread of a process stays in its list until the process ends. */
static bool has_ended(pid_t thread)
{
    char name[64], line[256] = "";
    snprintf(name, sizeof name, "/proc/%d/task/%d/stat", (int)getpid(), (int)thread);
    FILE *f = fopen(name, "re");
    if (f && !fgets(line, sizeof line, f))
        line[0] = 0;
    if (f)
        fclose(f);
    const char *state = strrchr(line, ')'); /* "1234 (the program) Z …" */
    return state && strncmp(state, ") Z", 3) == 0;
}

static bool others_run(void)
{
    char name[64];
    bool any = false;
    snprintf(name, sizeof name, "/proc/%d/task", (int)getpid());
    DIR *d = opendir(name);
    for (struct dirent *e; d && !any && (e = readdir(d)) != NULL;) {
        pid_t thread = isdigit((unsigned char)*e->d_name) ? (pid_t)atol(e->d_name) : 0;
        any = thread && !is_ours(thread) && !(thread == getpid() && has_ended(thread));
    }
    if (d)
        closedir(d);
    return any || !d;
}

/* Twice, for a thread that starts another one and ends meanwhile might hide it. */
static void *look_for_others(void *unused)
{
    enum { LONGEST_MS = 256 };
    for (long ms = 1; others_run() || others_run(); ms = ms < LONGEST_MS ? 2 * ms : ms)
        nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
    pthread_sigmask(SIG_SETMASK, &of_main, NULL); /* what is left to do is the program's */
    exit(0);                                      /* as the C library does */
    return unused;
}

static void main_ends(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    if (owner == getpid() || !owner) {
        owner = getpid(); /* threads may come that the program's others start */
        pthread_sigmask(SIG_SETMASK, NULL, &of_main);
        main_is_over = true;
        look_when_needed();
    }
    pthread_mutex_unlock(&lock);
}

void gantry_own_begin(void)
{
    static pthread_key_t key;
    if (gettid() == getpid() && pthread_key_create(&key, main_ends) == 0)
        pthread_setspecific(key, &key);
}
