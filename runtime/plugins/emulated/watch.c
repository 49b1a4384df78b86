/* watch.c: where kernels are while they run: told when one runs longer than GANTRY_EMULATED_LIMIT, which ends the
 * program, and on SIGINT and SIGQUIT, where the program has no handlers of its own: SIGINT then ends the program as
 * usual, and after SIGQUIT it goes on.
 *
 * A thread of its own does the telling, since a handler may not: it interrupts the OS threads that run teams, one by
 * one, by a signal whose handler notes the stack. */
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "emulated.h"
#include "gantry_findings.h"

enum { PATIENCE_MS = 5000, LOOKS = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the list of engines at work */
static struct emu_engine *at_work;
static uint64_t limit; /* seconds; 0: none */
static sem_t wake, noted;
static atomic_int asked; /* SIGINT or SIGQUIT; 0: none */
static atomic_bool told;
static pid_t owner; /* a child by fork has no thread to tell anything */
static struct sigaction before[2];
static const int signals[] = {SIGINT, SIGQUIT};

/* ---- looking at an OS thread ---- */
static struct seen {
    struct emu_worker *worker;
    const struct emu_lane *lane; /* NULL: between two lanes or teams, or the thread did not answer */
    uint32_t team;
    void *frames[EMU_FRAMES];
    int nframes;
} seen, interrupted; /* interrupted: the thread that runs the handler of SIGINT or SIGQUIT */

/* The frames from the interrupted instruction on; those before it are the handler's. */
static void note_frames(struct seen *s, void *pc)
{
    void *all[EMU_FRAMES + 8];
    int n = backtrace(all, EMU_FRAMES + 8), first = 0;
    while (first < n && all[first] != pc)
        first++;
    s->frames[0] = pc;
    s->nframes = 1;
    for (int i = first + 1; i < n && s->nframes < EMU_FRAMES; i++)
        s->frames[s->nframes++] = all[i];
}

/* From one lane to the next the stack changes before it is set who runs: what lies on it would be taken for the
 * other's.
 */
static const struct emu_lane *lane_of(const struct emu_worker *w, uintptr_t sp)
{
    const struct emu_lane *l = (const struct emu_lane *)*w->self;
    return l && l->fibre && sp >= l->fibre->lo && sp < l->fibre->hi ? l : NULL;
}

static void note(struct seen *s, struct emu_worker *w, const void *context)
{
    const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
    s->worker = w;
    s->lane = lane_of(w, (uintptr_t)registers[REG_RSP]);
    s->team = w->team;
    note_frames(s, (void *)registers[REG_RIP]);
}

static void note_stack(int sig, siginfo_t *info, void *context)
{
    int saved = errno;
    struct emu_worker *w = emu_worker_here();
    (void)sig, (void)info;
    if (w && w == seen.worker) {
        note(&seen, w, context);
        sem_post(&noted);
    }
    errno = saved;
}

static bool wait_for(sem_t *s, unsigned ms)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000l;
    if (until.tv_nsec >= 1000000000l) {
        until.tv_nsec -= 1000000000l;
        until.tv_sec++;
    }
    int rc;
    while ((rc = sem_timedwait(s, &until)) != 0 && errno == EINTR)
        ;
    return rc == 0;
}

static bool look_at(struct emu_worker *w) /* false: the thread does not answer */
{
    if (atomic_load(&asked) && interrupted.worker == w) {
        seen = interrupted;
        return true;
    }
    seen = (struct seen){.worker = w};
    if (!pthread_kill(w->thread, EMU_LOOK_SIGNAL) && wait_for(&noted, PATIENCE_MS / 4))
        return true;
    seen.lane = NULL;
    return false;
}

/* ---- text ---- */
/* Where its lane is. Code that comes with a construct has the line of the directive: what is behind it says more. */
static void place_of_worker(struct emu_worker *w, struct emu_place *p)
{
    const struct timespec ms = {0, 1000000};
    const struct gantry_kernel_info *k = w->launch->kernel->info;
    for (int i = 0; i < LOOKS; i++) {
        if (!look_at(w))
            return;
        if (seen.lane)
            emu_place_of(seen.frames, seen.nframes, true, w->entry, p);
        if (interrupted.worker == w || (seen.lane && (!k->file || p->line != k->line)))
            return;
        nanosleep(&ms, NULL);
    }
}

/* Where a loop is when the limit strikes is chance, and a report is to be the same in each run. So many looks are
 * taken: of each lane that they find, how often it was at which instruction. */
enum { MANY = 128, SPOTS = 64, ASKED = 24, NAMED = 4 };
struct spot {
    uint32_t tid;
    unsigned looks;
    void *frames[EMU_FRAMES];
    int nframes;
    struct emu_place place; /* line 0: it was not asked for */
};

/* seen, as one of the spots; NULL: there are too many */
static struct spot *spot_of_seen(struct spot *spots, unsigned *n)
{
    unsigned i = 0;
    uint32_t tid = seen.lane->ids.tid;
    while (i < *n && (spots[i].tid != tid || spots[i].nframes != seen.nframes ||
                      memcmp(spots[i].frames, seen.frames, (size_t)seen.nframes * sizeof *seen.frames) != 0))
        i++;
    if (i == SPOTS)
        return NULL;
    if (i == *n) {
        spots[(*n)++] = (struct spot){.tid = tid, .nframes = seen.nframes};
        memcpy(spots[i].frames, seen.frames, sizeof seen.frames);
    }
    return &spots[i];
}

static int by_looks(const void *a, const void *b)
{
    const struct spot *x = a, *y = b;
    return x->looks != y->looks ? (x->looks < y->looks) - (x->looks > y->looks) : (x->tid > y->tid) - (x->tid < y->tid);
}

/* how many; what was seen first is in `seen` afterwards */
static unsigned look_for_spots(struct emu_worker *w, struct spot *spots)
{
    const struct timespec ms = {0, 1000000};
    unsigned n = 0;
    struct seen first = {.lane = NULL};
    for (int i = 0; i < MANY && look_at(w); i++) {
        if (!first.lane)
            first = seen;
        struct spot *s = seen.lane && seen.team == first.team ? spot_of_seen(spots, &n) : NULL;
        if (s)
            s->looks++;
        nanosleep(&ms, NULL);
    }
    seen = first;
    qsort(spots, n, sizeof *spots, by_looks);
    for (unsigned i = 0; i < n && i < ASKED; i++)
        emu_place_of(spots[i].frames, spots[i].nframes, true, w->entry, &spots[i].place);
    return n;
}

/* Of what goes round the first line behind the directive. One look alone may lead astray, since not every instruction
 * of the runtime tells who called it; where the lane is most of the time counts then. */
static const struct emu_place *place_of_lane(const struct spot *spots, unsigned n, uint32_t tid, int after)
{
    enum { SHARE = 32 };
    const struct emu_place *best = NULL;
    unsigned all = 0;
    for (unsigned i = 0; i < n; i++)
        all += spots[i].tid == tid ? spots[i].looks : 0;
    for (unsigned i = 0; i < n; i++) {
        const struct emu_place *p = &spots[i].place;
        unsigned looks = 0; /* on this line */
        for (unsigned k = 0; k < n; k++)
            looks += spots[k].tid == tid && spots[k].place.line == p->line && strcmp(spots[k].place.file, p->file) == 0
                         ? spots[k].looks
                         : 0;
        if (spots[i].tid != tid || (best && (!p->line || looks * SHARE < all || strcmp(p->file, best->file) != 0)))
            continue;
        if (!best || (p->line > after && (p->line < best->line || best->line <= after)))
            best = p;
    }
    return best;
}

static void add_place(struct gantry_message *t, const struct emu_place *p)
{
    if (p->line)
        gantry_message_add(t, "%s:%d", p->file, p->line);
    else
        gantry_message_add(t, "%s", p->function[0] ? p->function : "an unknown place");
}

static void add_thread(struct gantry_message *t, const struct emu_worker *w, uint32_t tid, const struct emu_place *p)
{
    uint32_t group = w->launch->kernel->info->group;
    gantry_message_add(t, "thread %u (lane %u of warp %u) is at ", tid / (group ? group : 1), tid % w->width,
                       tid / w->width);
    add_place(t, p);
}

/* the lanes that were seen, the lowest first: the first few by name */
static void add_lanes(struct gantry_message *t, struct emu_worker *w, struct emu_place *first)
{
    static struct spot spots[SPOTS] GANTRY_BEHIND; /* this thread's alone */
    unsigned n = look_for_spots(w, spots), named = 0, more = 0;
    for (uint32_t tid = 0; tid < EMU_MAX_LANES && n; tid++) {
        const struct emu_place *p = place_of_lane(spots, n, tid, w->launch->kernel->info->line);
        if (!p)
            continue;
        if (named == NAMED) {
            more++;
            continue;
        }
        gantry_message_add(t, named ? ", " : "  team %u: ", seen.team);
        add_thread(t, w, tid, p);
        if (!first->line)
            *first = *p;
        named++;
    }
    if (more)
        gantry_message_add(t, ", and %u more run", more);
    if (named)
        gantry_message_add(t, "\n");
}

static void add_worker(struct gantry_message *t, struct emu_worker *w, struct emu_place *first, bool overdue)
{
    struct emu_place p;
    if (overdue) {
        add_lanes(t, w, first);
        return;
    }
    place_of_worker(w, &p);
    if (!seen.lane)
        return;
    gantry_message_add(t, "  team %u: ", seen.team);
    add_thread(t, w, seen.lane->ids.tid, &p);
    gantry_message_add(t, "\n");
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void add_teams(struct gantry_message *t, struct emu_engine *e, struct emu_place *first, bool overdue)
{
    const struct emu_launch *l = &e->launch;
    uint32_t begun = atomic_load(&l->next_team);
    for (uint32_t i = 0; i < e->nworkers; i++)
        if (atomic_load(&e->workers[i]->at_work))
            add_worker(t, e->workers[i], first, overdue);
    if (begun < l->nteams)
        gantry_message_add(t, "  %u of %u teams have not begun\n", l->nteams - begun, l->nteams);
}

static void add_kernel(struct gantry_message *t, const struct emu_engine *e)
{
    const struct gantry_kernel_info *k = e->launch.kernel->info;
    if (k->file)
        gantry_message_add(t, "the target region of %s:%d", k->file, k->line);
    else
        gantry_message_add(t, "kernel %s", k->name);
    if (k->func)
        gantry_message_add(t, " [%s]", k->func);
    gantry_message_add(t, " has run for %.0f s", now() - e->begun);
}

/* ---- the thread that tells ---- */
static void tell_all(void)
{
    pthread_mutex_lock(&lock);
    for (struct emu_engine *e = at_work; e; e = e->next_at_work) {
        struct gantry_message t = {0};
        struct emu_place first = {.line = 0};
        gantry_message_add(&t, "gantry: ");
        add_kernel(&t, e);
        gantry_message_add(&t, "\n");
        add_teams(&t, e, &first, false);
        ssize_t ignored = write(STDERR_FILENO, t.s, t.n); /* the interrupted thread may hold stderr's lock */
        (void)ignored;
    }
    pthread_mutex_unlock(&lock);
}

static void tell_overdue(struct emu_engine *e)
{
    const struct gantry_kernel_info *k = e->launch.kernel->info;
    struct gantry_message what = {0}, where = {0};
    struct emu_place first = {.line = 0};
    atomic_store(&e->launch.overdue, true);
    add_kernel(&what, e);
    gantry_message_add(&what, ", and its limit is %llu s", (unsigned long long)limit);
    add_teams(&where, e, &first, true);
    gantry_finding(&(struct gantry_finding){
        .id = "GC701",
        .at = first.line ? (struct gantry_loc){first.file, k->func, first.line, first.col}
                         : (struct gantry_loc){k->file, k->func, k->line, 0},
        .other = {k->file, k->func, k->line, 0},
        .text = what.s,
        .detail = where.s,
        .advice = "a loop in it may have no end; if it just takes longer, GANTRY_EMULATED_LIMIT sets the seconds",
    });
    for (uint32_t i = 0; i < e->nworkers && gantry_findings_trap(); i++)
        if (atomic_load(&e->workers[i]->at_work)) {
            pthread_kill(e->workers[i]->thread, SIGTRAP); /* a debugger shall stop in the kernel, not here */
            sleep(1);                                     /* without a debugger the signal ends the process */
        }
    gantry_findings_end();
}

static void look_for_overdue(void)
{
    if (!limit)
        return;
    pthread_mutex_lock(&lock);
    for (struct emu_engine *e = at_work; e; e = e->next_at_work)
        if (now() - e->begun > (double)limit)
            tell_overdue(e);
    pthread_mutex_unlock(&lock);
}

static void *watch(void *unused)
{
    for (;;) {
        if (limit)
            wait_for(&wake, 200);
        else
            while (sem_wait(&wake) != 0 && errno == EINTR)
                ;
        if (atomic_load(&asked)) {
            tell_all();
            atomic_store(&asked, 0);
            atomic_store(&told, true);
        }
        look_for_overdue();
    }
    return unused;
}

/* ---- SIGINT and SIGQUIT ---- */
static void on_signal(int sig, siginfo_t *info, void *context)
{
    const struct timespec ms = {0, 1000000};
    int saved = errno;
    struct emu_worker *w = emu_worker_here();
    (void)info;
    if (getpid() == owner && !atomic_load(&asked)) {
        interrupted.worker = NULL;
        if (w)
            note(&interrupted, w, context);
        if (w && !interrupted.lane) /* no other look can be taken */
            interrupted.lane = (const struct emu_lane *)*w->self;
        atomic_store(&told, false);
        atomic_store(&asked, sig);
        sem_post(&wake);
        for (int i = 0; i < PATIENCE_MS && sig == SIGINT && !atomic_load(&told); i++)
            nanosleep(&ms, NULL);
    }
    if (sig == SIGINT || getpid() != owner) {
        sigaction(sig, &before[sig == SIGQUIT], NULL);
        raise(sig); /* blocked until this handler returns */
    }
    errno = saved;
}

static void start(void)
{
    pthread_t thread;
    struct sigaction look = {.sa_sigaction = note_stack, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    struct sigaction stop = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    limit = gantry_knob_number("EMULATED_LIMIT", 0);
    if (sem_init(&wake, 0, 0) || sem_init(&noted, 0, 0))
        return;
    owner = getpid();
    if (gantry_own_thread(&thread, watch, NULL, false))
        return;
    pthread_detach(thread);
    sigaction(EMU_LOOK_SIGNAL, &look, NULL);
    for (int i = 0; i < 2; i++) {
        /* the host runtime may watch them, and gets SIGINT after us; a handler of the program's stays alone */
        sigaction(signals[i], NULL, &before[i]);
        bool usual = !(before[i].sa_flags & SA_SIGINFO) && before[i].sa_handler == SIG_DFL;
        if (usual || gantry_end_watches(&before[i]))
            sigaction(signals[i], &stop, NULL);
    }
}

/* ---- launches ---- */
void emu_watch_begin(struct emu_engine *e)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
    pthread_mutex_lock(&lock);
    e->begun = now();
    e->next_at_work = at_work;
    at_work = e;
    pthread_mutex_unlock(&lock);
}

void emu_watch_end(struct emu_engine *e)
{
    pthread_mutex_lock(&lock);
    struct emu_engine **p = &at_work;
    while (*p != e)
        p = &(*p)->next_at_work;
    *p = e->next_at_work;
    pthread_mutex_unlock(&lock);
}
