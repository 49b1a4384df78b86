/* session.c: what GANTRY_GOLDEN asks this process for: recording or comparing, from the first checkpoint to the exit
 * status. A program's regions and its own checks are one session. */
#define _GNU_SOURCE // _Fork; secure_getenv: set-user-id programs write no file that the caller names
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { STATUS_ERROR = 1, STATUS_NOTHING = 2, STATUS_DIFFERENCES = 3 };

struct place { /* where the program was and the recording was not; or that may differ, and why */
    char *name;
    uint64_t n;
    char *reason;
};
struct golden {
    struct golden_options options;
    pid_t owner;               /* a child of fork writes nothing */
    struct recorder *recorder; /* NULL: it ended early, or this compares */
    struct golden_file *file;  /* compared with; or NULL */
    struct report report;
    struct tolerance_use use;
    bool *reached; /* by checkpoint of the file */
    uint64_t checkpoints, outcomes[5];
    struct bytes unknown; /* struct place */
    struct map unknown_places;
    struct bytes unsteady; /* struct place: that differ, as right programs may */
    struct map unsteady_places;
    uint64_t n_unknown;
    bool said; /* the summary */
};
enum outcome { EQUAL, TOLERATED, DIFFERING, UNSTEADY, UNREADABLE };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct golden *the_session;
static bool asked;  /* somebody wanted it */
static pid_t first; /* the process that the library was loaded in */

void session_lock(void) { pthread_mutex_lock(&lock); }
void session_unlock(void) { pthread_mutex_unlock(&lock); }

bool session_compares(const struct golden *g) { return g->options.compare; }

/* ---- begin ---- */
static void save_on_signals(void);

static bool begin(struct golden *g, const struct golden_origin *o, char *error, size_t room)
{
    const char *text = secure_getenv("GANTRY_GOLDEN");
    struct golden_origin origin = o ? *o : (struct golden_origin){NULL, NULL, NULL};
    if (!options_read(&g->options, text ? text : "", error, room))
        return false;
    ssize_t n = readlink("/proc/self/exe", g->options.program, sizeof g->options.program - 1);
    if (!origin.program || !*origin.program)
        origin.program = n > 0 ? g->options.program : "";
    g->owner = getpid();
    g->report = (struct report){.to = g->options.report, .now = "now", .then = "recorded"};
    if (g->options.compare) {
        g->file = recording_open(g->options.path, error, room);
        g->reached = g->file ? calloc(recording_count(g->file) + 1u, sizeof *g->reached) : NULL;
        g->report.against = g->options.path;
        return g->file && g->reached;
    }
    g->recorder = recorder_open(g->options.path, &origin, g->options.force, g->options.limit, 0, error, room);
    if (g->recorder)
        save_on_signals();
    return g->recorder;
}

struct golden *session(const struct golden_origin *o, char *error, size_t room)
{
    static char mistake[ERROR_ROOM];
    static struct golden memory;
    asked = true;
    if (!the_session && !*mistake) {
        if (begin(&memory, o, mistake, sizeof mistake))
            the_session = &memory;
        else if (!*mistake)
            snprintf(mistake, sizeof mistake, "golden run: out of memory");
    }
    if (!the_session)
        snprintf(error, room, "%s", mistake);
    return the_session;
}

/* ---- checkpoints ---- */
/* The recorded one of a place of this process */
static const struct golden_checkpoint *recorded(const struct golden *g, const char *place, uint64_t launch,
                                                enum golden_moment moment)
{
    char scoped[4096];
    if (*g->options.scope && snprintf(scoped, sizeof scoped, "%s%s", g->options.scope, place) < (int)sizeof scoped)
        place = scoped;
    return recording_find(g->file, place, launch, moment);
}

/* How this process calls the place of a recorded checkpoint; NULL: it is another process's */
static const char *own_place(const struct golden *g, const struct golden_checkpoint *c)
{
    size_t n = strlen(g->options.scope);
    return strncmp(c->place, g->options.scope, n) == 0 ? c->place + n : NULL;
}

static void note(struct bytes *places, struct map *numbers, const char *place, const char *reason)
{
    uint64_t n = places->n / sizeof(struct place);
    bool is_new;
    if (!map_put(numbers, hash_of(place, strlen(place)), &n, &is_new))
        return;
    struct place p = {is_new ? strdup(place) : NULL, 0, is_new && reason ? strdup(reason) : NULL};
    if (!is_new || bytes_add(places, &p, sizeof p))
        ((struct place *)(void *)places->at)[n].n++;
}

static void note_unknown(struct golden *g, const char *place)
{
    g->n_unknown++;
    note(&g->unknown, &g->unknown_places, place, NULL);
}

bool session_wants(struct golden *g, const char *place, uint64_t launch, enum golden_moment moment)
{
    if (getpid() != g->owner || !options_want(&g->options, place, launch, moment))
        return false;
    if (!g->options.compare)
        return g->recorder;
    if (recorded(g, place, launch, moment))
        return true;
    note_unknown(g, place);
    return false;
}

static int64_t record(struct golden *g, const struct golden_checkpoint *c)
{
    char error[ERROR_ROOM] = "out of memory";
    struct golden_checkpoint sampled = *c;
    struct golden_array *arrays = calloc(c->narrays + 1u, sizeof *arrays);
    struct bytes *rooms = calloc(c->narrays + 1u, sizeof *rooms);
    bool good = arrays && rooms;
    for (uint32_t i = 0; good && i < c->narrays; i++)
        good = array_sampled(&c->arrays[i], (uint32_t)g->options.sample, &arrays[i], &rooms[i]);
    sampled.arrays = arrays;
    good = good && recorder_put(g->recorder, &sampled, error, sizeof error);
    for (uint32_t i = 0; rooms && i < c->narrays; i++)
        bytes_free(&rooms[i]);
    free(arrays);
    free(rooms);
    g->checkpoints += good;
    if (good)
        return 0;
    fprintf(g->options.report, "gantry golden%s: error: %s; recording ends here, what was recorded before is kept\n",
            gantry_rank_text(), error);
    recorder_save(g->recorder, true, error, sizeof error);
    recorder_close(g->recorder);
    g->recorder = NULL;
    return -1;
}

static void say_nothing(const struct comparing *c, const struct differences *d) { (void)c, (void)d; }

static int64_t compare(struct golden *g, const struct golden_checkpoint *c)
{
    char error[ERROR_ROOM];
    const struct golden_checkpoint *then = recorded(g, c->place, c->launch, c->moment);
    struct comparing work = {.now = c,
                             .then = then,
                             .then_file = g->file,
                             .tolerances = &g->options.tolerances,
                             .use = &g->use,
                             .report = c->unsteady ? say_nothing : report_differences,
                             .context = &g->report,
                             .error = error,
                             .room = sizeof error};
    if (!then)
        return -1;
    int64_t n = compare_checkpoints(&work);
    g->reached[recording_index(g->file, then)] = true;
    if (n < 0) {
        fprintf(g->options.report, "gantry golden%s: error: %s\n", gantry_rank_text(), error);
        g->outcomes[UNREADABLE]++;
        return -1;
    }
    g->checkpoints++;
    if (n > 0 && c->unsteady) {
        note(&g->unsteady, &g->unsteady_places, c->place, c->unsteady);
        g->outcomes[UNSTEADY]++;
        return 0;
    }
    g->outcomes[n ? DIFFERING : work.sums.tolerated ? TOLERATED : EQUAL]++;
    return n;
}

int64_t session_put(struct golden *g, const struct golden_checkpoint *c)
{
    if (getpid() != g->owner)
        return 0;
    return g->options.compare ? compare(g, c) : g->recorder ? record(g, c) : -1;
}

/* ---- the end ---- */
static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

static void say_recorded(FILE *f, struct golden *g)
{
    struct recording_sizes s = recorder_sizes(g->recorder);
    fprintf(
        f,
        "gantry golden%s: recorded %llu checkpoint%s in %s: %.1f KiB for %.1f KiB of values, %.1f KiB of them unlike\n",
        gantry_rank_text(), (unsigned long long)g->checkpoints, plural(g->checkpoints), g->options.path,
        (double)s.stored / 1024, (double)s.all / 1024, (double)s.unique / 1024);
}

static bool is_missed(struct golden *g, uint32_t i)
{
    const struct golden_checkpoint *c = recording_at(g->file, i);
    const char *place = own_place(g, c);
    return !g->reached[i] && place && options_want(&g->options, place, c->launch, c->moment);
}

/* The least number at the place of checkpoint i: queues may record the second launch before the first. */
static uint64_t first_not_reached(struct golden *g, uint32_t i)
{
    const char *place = recording_at(g->file, i)->place;
    uint64_t least = UINT64_MAX;
    for (; i < recording_count(g->file); i++) {
        const struct golden_checkpoint *c = recording_at(g->file, i);
        if (c->launch < least && is_missed(g, i) && strcmp(c->place, place) == 0)
            least = c->launch;
    }
    return least;
}

/* Recorded checkpoints that were not reached, those of one place in a line */
static void say_not_reached(FILE *f, struct golden *g)
{
    enum { LINES = 10 };
    uint64_t n = 0, lines = 0;
    struct map places = {0};
    for (uint32_t i = 0; i < recording_count(g->file); i++) {
        const struct golden_checkpoint *c = recording_at(g->file, i);
        if (is_missed(g, i)) {
            n++;
            map_count(&places, hash_of(c->place, strlen(c->place)));
        }
    }
    if (n)
        fprintf(f, "  %llu checkpoint%s of the recording %s not reached:\n", (unsigned long long)n, plural(n),
                n == 1 ? "was" : "were");
    for (uint32_t i = 0; n && i < recording_count(g->file) && lines <= LINES; i++) {
        const struct golden_checkpoint *c = recording_at(g->file, i);
        struct hash key = hash_of(c->place, strlen(c->place));
        uint64_t times;
        if (!map_get(&places, key, &times) || !times || !is_missed(g, i))
            continue;
        if (lines++ == LINES)
            fprintf(f, "    …\n");
        else
            fprintf(f, "    %s: %llu, from %s %llu on\n", c->place, (unsigned long long)times, counted_word(c),
                    (unsigned long long)first_not_reached(g, i));
        map_set(&places, key, 0);
    }
    map_free(&places);
}

static void say_unknown(FILE *f, struct golden *g)
{
    enum { LINES = 10 };
    const struct place *p = (const struct place *)(const void *)g->unknown.at;
    uint64_t n = g->unknown.n / sizeof *p;
    if (g->n_unknown)
        fprintf(f, "  %llu checkpoint%s %s not in the recording:\n", (unsigned long long)g->n_unknown,
                plural(g->n_unknown), g->n_unknown == 1 ? "is" : "are");
    for (uint64_t i = 0; i < n && i < LINES; i++)
        fprintf(f, "    %s: %llu\n", p[i].name ? p[i].name : "?", (unsigned long long)p[i].n);
    if (n > LINES)
        fprintf(f, "    …\n");
}

static void say_unsteady(FILE *f, struct golden *g)
{
    enum { LINES = 10 };
    const struct place *p = (const struct place *)(const void *)g->unsteady.at;
    uint64_t n = g->unsteady.n / sizeof *p;
    for (uint64_t i = 0; i < n && i < LINES; i++)
        fprintf(f, "  %s: %llu checkpoint%s differ%s, as right programs may: %s\n", p[i].name ? p[i].name : "?",
                (unsigned long long)p[i].n, plural(p[i].n), p[i].n == 1 ? "s" : "", p[i].reason ? p[i].reason : "");
    if (n > LINES)
        fprintf(f, "    …\n");
}

static void say_tolerances(FILE *f, struct golden *g)
{
    for (const struct gantry_tolerance *t = g->options.tolerances.first; t; t = t->next)
        fprintf(f, "  %s:%d: used for %llu element%s\n", g->options.tolerances.path, t->line,
                (unsigned long long)t->used, plural(t->used));
    if (*g->use.text)
        fprintf(f, "  the largest of what was tolerated: %s\n", g->use.text);
}

static void say_compared(FILE *f, struct golden *g)
{
    if (g->checkpoints) {
        fprintf(
            f, "gantry golden%s: %llu checkpoint%s compared with %s: %llu equal, %llu within tolerance, %llu differing",
            gantry_rank_text(), (unsigned long long)g->checkpoints, plural(g->checkpoints), g->options.path,
            (unsigned long long)g->outcomes[EQUAL], (unsigned long long)g->outcomes[TOLERATED],
            (unsigned long long)g->outcomes[DIFFERING]);
        if (g->outcomes[UNSTEADY])
            fprintf(f, ", %llu differing as they may", (unsigned long long)g->outcomes[UNSTEADY]);
        fprintf(f, "\n");
    } else if (g->outcomes[UNREADABLE])
        fprintf(f, "gantry golden%s: error: nothing was compared\n", gantry_rank_text());
    else
        fprintf(f,
                "gantry golden%s: error: nothing was compared: %s has none of the checkpoints of this run (it was made "
                "by %s)\n",
                gantry_rank_text(), g->options.path, recording_origin(g->file)->program);
    if (g->outcomes[UNREADABLE])
        fprintf(f, "  %llu checkpoint%s not compared: the recording is damaged\n",
                (unsigned long long)g->outcomes[UNREADABLE], g->outcomes[UNREADABLE] == 1 ? " was" : "s were");
    say_not_reached(f, g);
    say_unknown(f, g);
    say_unsteady(f, g);
    say_tolerances(f, g);
}

static int wanted_status(const struct golden *g, int status)
{
    if (!g->options.compare)
        return status;
    if (g->outcomes[DIFFERING])
        return STATUS_DIFFERENCES;
    if (g->outcomes[UNREADABLE] && status == 0)
        return STATUS_ERROR;
    return status == 0 && g->options.strict && !g->checkpoints ? STATUS_NOTHING : status;
}

void session_save(struct golden *g)
{
    char error[ERROR_ROOM];
    if (g->recorder && getpid() == g->owner && !recorder_save(g->recorder, false, error, sizeof error))
        fprintf(g->options.report, "gantry golden%s: error: %s\n", gantry_rank_text(), error);
}

int session_status(struct golden *g)
{
    char error[ERROR_ROOM];
    struct gantry_page page;
    if (getpid() != g->owner)
        return 0;
    if (g->recorder && !recorder_save(g->recorder, true, error, sizeof error))
        fprintf(g->options.report, "gantry golden%s: error: %s; what was recorded last is lost\n", gantry_rank_text(),
                error);
    if (!g->said) {
        fflush(stdout);
        FILE *f = gantry_page_begin(&page, g->options.report);
        if (g->options.compare)
            say_compared(f, g);
        else if (g->recorder)
            say_recorded(f, g);
        gantry_page_end(&page);
    }
    g->said = true;
    return wanted_status(g, 0);
}

/* GANTRY_GOLDEN is set, and nobody came to ask for it. */
static int without_checkpoints(int status)
{
    static struct golden_options options;
    char error[ERROR_ROOM];
    const char *text = secure_getenv("GANTRY_GOLDEN");
    bool good = options_read(&options, text ? text : "", error, sizeof error);
    fprintf(good ? options.report : stderr,
            "gantry golden%s: GANTRY_GOLDEN is set, and the program reached no checkpoint\n", gantry_rank_text());
    if (!good)
        fprintf(stderr, "gantry: error: %s\n", error);
    return status == 0 && options.compare && options.strict ? STATUS_NOTHING : status;
}

/* As runtime/verify/status.c: exit() goes on where it was, with the status that is wanted. */
static bool changed;

static void at_exit(int status, void *unused)
{
    (void)unused;
    session_lock();
    struct golden *g = the_session;
    bool mine = g && getpid() == g->owner;
    if (mine)
        session_status(g);
    int now = mine ? wanted_status(g, status) : !asked && getpid() == first ? without_checkpoints(status) : status;
    session_unlock();
    if (now == status)
        return;
    changed = true;
    exit(now); // NOLINT: glibc goes on with the handlers that are left
}

/* The handlers of quick_exit are not told the status: differences alone change it. */
static void at_quick(void)
{
    session_lock();
    struct golden *g = the_session;
    int now = g && getpid() == g->owner ? session_status(g) : 0;
    session_unlock();
    if (now == STATUS_DIFFERENCES)
        _exit(STATUS_DIFFERENCES);
}

/* Checkpoints in destructors come after the exit handlers. */
__attribute__((destructor)) static void at_end(void)
{
    struct golden *g = the_session;
    if (!g || getpid() != g->owner)
        return;
    session_status(g);
    if (!changed && wanted_status(g, 0) == STATUS_DIFFERENCES) {
        fflush(NULL);
        _exit(STATUS_DIFFERENCES);
    }
}

/* The handler is registered early, to run late; but before that of HDF5 runs. */
__attribute__((constructor)) static void at_start(void)
{
    const char *text = secure_getenv("GANTRY_GOLDEN");
    if (!text || !*text)
        return;
    first = getpid();
    pthread_atfork(session_lock, session_unlock, session_unlock); /* a child finds the lock free */
    hdf_begin();
    on_exit(at_exit, NULL);
    at_quick_exit(at_quick);
}

/* ---- signals that end the program ---- */
/* What is not written yet is written by a child: it has the memory as it was, and if it hangs on a lock that the
 * program held, only it does. Nothing is done where the signal came while a segment was made. */
static void save_in_child(void)
{
    enum { PATIENCE = 10 }; /* seconds */
    sigset_t none;
    if (pthread_mutex_trylock(&lock) != 0)
        return;
    struct golden *g = the_session;
    pid_t child = g && g->recorder && getpid() == g->owner ? _Fork() : -1;
    if (child == 0) {
        char error[ERROR_ROOM];
        signal(SIGALRM, SIG_DFL);
        sigemptyset(&none);
        pthread_sigmask(SIG_SETMASK, &none, NULL);
        alarm(PATIENCE);
        recorder_save(g->recorder, false, error, sizeof error);
        _exit(0);
    }
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    pthread_mutex_unlock(&lock);
}

static void on_signal(int number)
{
    int error = errno;
    save_in_child();
    signal(number, SIG_DFL);
    raise(number); /* arrives when this returns */
    errno = error;
}

static void save_on_signals(void)
{
    static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS,  SIGFPE,  SIGILL, SIGSYS,
                                SIGTERM, SIGINT,  SIGQUIT, SIGXCPU, SIGHUP, SIGPIPE};
    struct sigaction ours = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    sigemptyset(&ours.sa_mask);
    for (size_t i = 0; i < COUNT_OF(fatal); i++) {
        struct sigaction now;
        if (sigaction(fatal[i], NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL)
            sigaction(fatal[i], &ours, NULL);
    }
}
