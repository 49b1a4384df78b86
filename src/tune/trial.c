/* trial.c: one region with certain settings: the program is made with them, the recorded call replayed, its answer
 * compared with the recorded one and with that of the CPU, and only then its cost taken. */
#include "tune_priv.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EQUAL = 0, NOTHING = 2, DIFFERENT = 3 }; /* exit statuses of gantry replay */

/* ---- the program ---- */
/* Teams and threads are what replay gives the launch: programs that differ in nothing else are one. */
static const char *words_without_launch(struct arena *a, const char *words)
{
    struct sb out = {0};
    char *save = NULL, *rest = arena_strdup(a, words);
    for (char *w = strtok_r(rest, " ", &save); w; w = strtok_r(NULL, " ", &save))
        if (!str_starts(w, "teams=") && !str_starts(w, "threads="))
            sb_printf(&out, "%s%s", out.n ? " " : "", w);
    return out.s ? sb_take(&out, a) : "";
}

static long number_in(const char *words, const char *name)
{
    size_t n = strlen(name);
    for (const char *w = words; *w; w += strcspn(w, " "), w += *w == ' ')
        if (strncmp(w, name, n) == 0 && w[n] == '=')
            return strtol(w + n + 1, NULL, 10);
    return 0;
}

/* The settings that are directives, which this program has where it is not measured, too: so that each region is there
 * once. */
static const char *words_of_text(struct arena *a, const char *words)
{
    static const char *const names[] = {"collapse=", "tile=", "unroll=", "nowait="};
    struct sb out = {0};
    char *save = NULL, *rest = arena_strdup(a, words);
    for (char *w = strtok_r(rest, " ", &save); w; w = strtok_r(NULL, " ", &save))
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (str_starts(w, names[i]))
                sb_printf(&out, " %s", w);
    return out.s ? sb_take(&out, a) : "";
}

static const struct built *program_of(struct trials *t, const char *words)
{
    struct arena *a = t->arena;
    const char *own = t->device == IN_PLACE ? words : words_without_launch(a, words);
    for (size_t i = 0; i < t->programs.n; i++)
        if (strcmp(t->programs.v[i].words, own) == 0)
            return &t->programs.v[i];
    struct built b = {.words = own};
    const char *table = arena_printf(a, "%s/table", t->steps->folder),
               *name = arena_printf(a, "program%d", t->builds++);
    const char *other = strcmp(t->region->place, "host") == 0 ? "device" : "host",
               *row = arena_printf(a, "%s %s %s\n%s %s%s\n", t->region->place, t->region->identity, own, other,
                                   t->region->identity, words_of_text(a, own));
    if (!file_write(table, row, strlen(row)))
        cannot_write(table);
    b.program = steps_build(a, t->steps, t->region->step, arena_printf(a, "--tuned=%s", table), name, &b.why);
    vec_push(a, &t->programs, b);
    return &t->programs.v[t->programs.n - 1];
}

/* ---- running it ---- */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Its exit status; -1: it took longer than the limit. What it says goes into the file. */
static int run_within(const char *const *words, const char *said, double limit)
{
    double begin = now();
    long pid = run_start_into(words, said);
    for (struct timespec nap = {0, 1000000}; pid > 0 && now() - begin < limit; nanosleep(&nap, NULL)) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid)
            return run_wait(pid);
        nap.tv_nsec = nap.tv_nsec < 20000000 ? nap.tv_nsec * 2 : nap.tv_nsec;
    }
    if (pid <= 0)
        return 127;
    kill((pid_t)pid, SIGKILL);
    run_wait(pid);
    return -1;
}

static double times_read(struct arena *a, const char *path)
{
    size_t n = 0;
    char *text = file_read(a, path, &n), *end;
    double times[1000];
    int count = 0;
    for (char *at = text; at && count < 1000; at = end) {
        double x = strtod(at, &end);
        if (end == at)
            break;
        times[count++] = x;
    }
    return count ? times_middle(times, count) : INFINITY;
}

/* GANTRY_TUNE_CLOCK, for tests: a line of the file is a cost and words; the first whose words are all among these is
 * what they cost. */
static double clock_read(struct arena *a, const char *path, const char *words)
{
    size_t n = 0;
    char *text = file_read(a, path, &n), *lines = NULL;
    for (char *line = text ? strtok_r(text, "\n", &lines) : NULL; line; line = strtok_r(NULL, "\n", &lines)) {
        char *save = NULL, *cost = strtok_r(line, " ", &save);
        bool all = true;
        for (char *w = strtok_r(NULL, " ", &save); w; w = strtok_r(NULL, " ", &save))
            all &= strstr(arena_printf(a, " %s ", words), arena_printf(a, " %s ", w)) != NULL;
        if (all)
            return strtod(cost, NULL);
    }
    return INFINITY;
}

static double counts_read(struct arena *a, const char *path, const char *kernel)
{
    size_t bytes = 0, n = strlen(kernel); /* one of its variants may have run */
    struct json_error e;
    char *text = file_read(a, path, &bytes), *save = NULL;
    for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
        const struct json *j = json_parse(a, line, strlen(line), &e);
        const char *name = j ? json_member_text(j, "kernel") : NULL;
        if (name && strncmp(name, kernel, n) == 0 && (!name[n] || strncmp(name + n, "__", 2) == 0))
            return model_cost(j);
    }
    return INFINITY;
}

/* "… : 8 teams of 64 threads of 4 lanes on device 0 (emulated GPU)" */
static struct shape shape_read(const char *said)
{
    struct shape s = {0, 0, 1};
    const char *at = strstr(said, " team"), *begin = at;
    while (begin && begin > said && begin[-1] >= '0' && begin[-1] <= '9')
        begin--;
    if (begin && sscanf(begin, "%ld team%*[s] of %ld thread%*[s] of %ld", &s.teams, &s.threads, &s.lanes) < 2)
        sscanf(begin, "%ld team%*[s] of %ld", &s.teams, &s.threads);
    return s;
}

static struct limits limits_read(struct arena *a, const char *path)
{
    struct limits l = {0, 0, 0};
    size_t n = 0;
    const char *text = file_read(a, path, &n);
    if (!text || sscanf(text, "%ld %ld %ld", &l.lanes, &l.registers, &l.most_lanes) != 3)
        return (struct limits){0, 0, 0};
    return l;
}

/* The last line that says what went wrong */
static const char *reason_in(struct arena *a, const char *said)
{
    const char *at = NULL;
    for (const char *p = said; (p = strstr(p, "gantry: error: ")) != NULL; p++)
        at = p + strlen("gantry: error: ");
    return at ? arena_strndup(a, at, strcspn(at, "\n")) : "it was not replayed";
}

static void environment(const struct trials *t, const char *counts)
{
    setenv("GANTRY_DEVICES", t->device == ON_CUDA ? "cuda" : "emulated", 1);
    setenv("GANTRY_EMULATED_COUNTS", t->device == ON_EMULATED ? counts : "", 1);
    setenv("GANTRY_EMULATED_THREADS", "1", 1); /* counts must not depend on who comes first */
    unsetenv("GANTRY_TUNED");
    unsetenv("GANTRY_TEAMS");
    unsetenv("GANTRY_LANES");
    unsetenv("GANTRY_THREADS");
}

struct outcome trial_run(struct trials *t, const char *words, int times)
{
    struct arena *a = t->arena;
    const struct built *b = program_of(t, words);
    struct outcome o = {.cost = INFINITY, .failure = b->why};
    if (!b->program)
        return o;
    const char *counts = arena_printf(a, "%s/counts.json", t->steps->folder),
               *clock = arena_printf(a, "%s/times", t->steps->folder),
               *said = arena_printf(a, "%s/said", t->steps->folder),
               *limits = arena_printf(a, "%s/limits", t->steps->folder);
    VEC(const char *) w = {0};
    const char *const head[] = {
        t->steps->gantry,    "replay",   t->recording,
        "--program",         b->program, "--region",
        t->region->recorded, "--launch", arena_printf(a, "%llu", (unsigned long long)t->region->launch)};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        vec_push(a, &w, head[i]);
    long teams = number_in(words, "teams"), threads = number_in(words, "threads");
    if (teams && t->device != IN_PLACE)
        vec_push(a, &w, arena_printf(a, "--teams=%ld", teams));
    if (threads && t->device != IN_PLACE)
        vec_push(a, &w, arena_printf(a, "--threads=%ld", threads));
    if (t->device != IN_PLACE)
        vec_push(a, &w, arena_printf(a, "--limits-to=%s", limits));
    if (t->device != ON_EMULATED) {
        vec_push(a, &w, t->device == IN_PLACE ? "--device=in-place" : "--device=cuda");
        vec_push(a, &w, arena_printf(a, "--time=%d", times));
        vec_push(a, &w, arena_printf(a, "--times-to=%s", clock));
    }
    vec_push(a, &w, NULL);
    unlink(counts);
    unlink(clock);
    unlink(said);
    unlink(limits);
    environment(t, counts);
    double begin = now();
    int status = run_within(w.v, said, t->limit);
    o.seconds = now() - begin;
    size_t n = 0;
    const char *text = file_read(a, said, &n);
    text = text ? text : "";
    o.failure = status == -1          ? "time limit"
                : status == DIFFERENT ? "wrong"
                : status != EQUAL     ? reason_in(a, text)
                                      : NULL;
    o.shape = shape_read(text);
    o.limits = limits_read(a, limits);
    if (!o.failure)
        o.cost = t->device == ON_EMULATED ? counts_read(a, counts, t->region->kernel)
                 : t->clock               ? clock_read(a, t->clock, words)
                                          : times_read(a, clock);
    if (!o.failure && !isfinite(o.cost))
        o.failure = "nothing was measured";
    return o;
}
