/* port.c: the command line of `gantry port`, and its phases; `gantry help port` is about it. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "port_priv.h"

const char *const port_options[] = {
    "--run",    "--check",    "--verify",   "--times",     "--work",         "--source",    "--limit",
    "--ignore", "--output",   "--pairs",    "--least",     "--tolerance",    "--run-limit", "--tune",
    "--again",  "--keep-all", "--in-place", "--no-faults", "--faults-limit", "--measured",  NULL};

/* ---- the command line ---- */
static int misuse(const char *what, const char *word)
{
    fprintf(stderr, "gantry: error: gantry port: %s%s%s%s; gantry help port says more\n", what, word ? " '" : "",
            word ? word : "", word ? "'" : "");
    return PORT_USAGE;
}

/* seconds, or with a letter: 90, 90s, 10m, 2h */
static bool duration_take(const char *word, double *out)
{
    char *end;
    *out = strtod(word, &end);
    double unit = *end == 'h' ? 3600 : *end == 'm' ? 60 : 1;
    end += *end == 'h' || *end == 'm' || *end == 's';
    *out *= unit;
    return end > word && !*end && *out > 0 && *out < 1e9;
}

static bool number_take(const char *word, double least, double most, double *out)
{
    char *end;
    *out = strtod(word, &end);
    return end > word && !*end && *out >= least && *out <= most;
}

static int option_take(struct port *p, const char *name, const char *value)
{
    const struct {
        const char *name, **text;
    } texts[] = {{"--run", &p->run},   {"--check", &p->check}, {"--verify", &p->verify},    {"--times", &p->times},
                 {"--work", &p->work}, {"--source", &p->root}, {"--measured", &p->measured}};
    double pairs = (double)p->pairs, tune = (double)p->tune;
    bool ok = true;
    if (!value || !*value)
        return misuse("a value is missing behind", name);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(name, texts[i].name) == 0) {
            *texts[i].text = value;
            return PORT_GOOD;
        }
    if (strcmp(name, "--ignore") == 0)
        vec_push(p->arena, &p->ignored, value);
    else if (strcmp(name, "--output") == 0)
        vec_push(p->arena, &p->outputs, value);
    else
        ok = strcmp(name, "--limit") == 0          ? duration_take(value, &p->limit)
             : strcmp(name, "--run-limit") == 0    ? duration_take(value, &p->run_limit)
             : strcmp(name, "--faults-limit") == 0 ? duration_take(value, &p->faults_limit)
             : strcmp(name, "--pairs") == 0        ? number_take(value, 7, 200, &pairs)
             : strcmp(name, "--tune") == 0         ? number_take(value, 0, 100000, &tune)
             : strcmp(name, "--least") == 0        ? number_take(value, 0, 100, &p->least)
                                                   : number_take(value, 0, 1, &p->tolerance);
    p->pairs = (long)pairs;
    p->tune = (long)tune;
    return ok ? PORT_GOOD : misuse("this is no value that can be meant:", value);
}

/* The option that this word is, or begins with "=": its name; *value: what stands behind "=" */
static const char *option_named(const char *word, const char **value)
{
    const char *equals = strchr(word, '=');
    size_t n = equals ? (size_t)(equals - word) : strlen(word);
    *value = equals ? equals + 1 : NULL;
    for (const char *const *o = port_options; *o; o++)
        if (strlen(*o) == n && memcmp(*o, word, n) == 0)
            return *o;
    return NULL;
}

static bool *flag_of(struct port *p, const char *name)
{
    return strcmp(name, "--again") == 0       ? &p->again
           : strcmp(name, "--keep-all") == 0  ? &p->keep_all
           : strcmp(name, "--in-place") == 0  ? &p->in_place
           : strcmp(name, "--no-faults") == 0 ? &p->no_faults
                                              : NULL;
}

static int words_take(struct port *p, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const char *value, *name = option_named(argv[i], &value);
        bool *flag = name && !value ? flag_of(p, name) : NULL;
        if (strcmp(argv[i], "--") == 0) {
            p->build = (const char **)argv + i + 1;
            return *p->build && p->program ? PORT_GOOD
                                           : misuse(p->program ? "behind -- stands how the program is built"
                                                               : "before -- stands the program",
                                                    NULL);
        }
        if (flag) {
            *flag = true;
        } else if (name) {
            int status = option_take(p, name, value ? value : i + 1 < argc ? argv[++i] : NULL);
            if (status)
                return status;
        } else if (argv[i][0] == '-') {
            return misuse("there is no option", argv[i]);
        } else if (p->program) {
            return misuse("one program is ported at a time; --run \"PROGRAM ARGUMENTS\" runs it with arguments; not",
                          argv[i]);
        } else {
            p->program = argv[i];
        }
    }
    return misuse(p->program ? "behind -- stands how the program is built: -- make" : "a program is missing", NULL);
}

/* ---- folders ---- */
static bool folders_find(struct port *p)
{
    char cwd[PATH_MAX], root[PATH_MAX];
    if (!getcwd(cwd, sizeof cwd) || !realpath(p->root ? p->root : ".", root)) {
        port_error("cannot find the folder '%s': %s", p->root ? p->root : ".", strerror(errno));
        return false;
    }
    if (!path_is_below(cwd, root)) {
        port_error("--source '%s' does not hold the folder that this command was given in", p->root);
        return false;
    }
    p->root = arena_strdup(p->arena, root);
    p->below = arena_strdup(p->arena, cwd[strlen(root)] ? cwd + strlen(root) + 1 : "");
    p->work = !p->work          ? arena_printf(p->arena, "%s/gantry-port", cwd)
              : *p->work == '/' ? p->work
                                : arena_printf(p->arena, "%s/%s", cwd, p->work);
    if (path_is_below(root, p->work)) {
        port_error("--work '%s' holds the sources themselves", p->work);
        return false;
    }
    if (p->times && *p->times != '/')
        p->times = arena_printf(p->arena, "%s/%s", cwd, p->times);
    if (p->measured && *p->measured != '/')
        p->measured = arena_printf(p->arena, "%s/%s", cwd, p->measured);
    if (p->measured && access(p->measured, R_OK) != 0) {
        port_error("--measured '%s' cannot be read: %s", p->measured, strerror(errno));
        return false;
    }
    return true;
}

static uint64_t add_text(uint64_t h, const char *s)
{
    return s ? hash_bytes(h, s, strlen(s) + 1) : hash_bytes(h, "", 1);
}

/* of what decides about the steps; limits may change when it goes on */
static uint64_t key_of(const struct port *p)
{
    uint64_t h = sources_hash(p);
    const char *const words[] = {p->program,
                                 p->run,
                                 p->verify,
                                 p->check,
                                 p->times,
                                 p->measured,
                                 p->root,
                                 p->below,
                                 p->keep_all ? "all" : "",
                                 p->no_faults ? "no faults" : "",
                                 arena_printf(p->arena, "%g", p->tolerance)};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        h = add_text(h, words[i]);
    for (const char **w = p->build; *w; w++)
        h = add_text(h, *w);
    for_each (const char *, o, p->outputs)
        h = add_text(h, *o);
    return h;
}

static bool folder_make(const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    port_error("cannot make the folder '%s': %s (--work names another one)", path, strerror(errno));
    return false;
}

/* ---- phases ---- */
static bool begin(struct port *p)
{
    const char *folders[] = {"expected", "patches"};
    if (!folder_make(p->work) || !state_begin(p))
        return false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!folder_empty(p, arena_printf(p->arena, "%s/%s", p->work, folders[i])))
            return false;
    remove(arena_printf(p->arena, "%s/state.json", p->work));
    remove(arena_printf(p->arena, "%s/times.txt", p->work));
    say("gantry port: copying, building and running the program as it is ...\n");
    return compilers_make(p) && tree_make(p, TREE_SERIAL) && serial_check(p) && sources_find(p) && loops_find(p) &&
           times_measure(p) && tree_make(p, TREE_AFTER) && tree_make(p, TREE_VERIFY) &&
           (p->no_faults || tree_make(p, TREE_FAULTS)) &&
           (p->keep_all || tree_make(p, TREE_BEFORE)); /* nothing is timed against it */
}

/* The sources that a former run of this command had found are those of its commands; the text is the user's. */
static bool resume(struct port *p)
{
    p->bin = arena_printf(p->arena, "%s/bin", p->work);
    if (!sources_find(p))
        return false;
    for_each (struct source, s, p->sources) {
        s->tried = s->text;
        for (int t = 0; t < TREES; t++)
            s->now[t] = ""; /* whatever was being tried */
    }
    if (!versions_write(p, TREE_SERIAL) || !loops_find(p) || !times_measure(p))
        return false;
    state_take(p);
    p->longest = 10 * p->serial + 30;
    const char *wrong = versions_make(p, NULL);
    if (wrong)
        port_error("what was kept cannot be made again: %s", wrong);
    for_each (struct source, s, p->sources)
        s->kept = s->tried;
    say("gantry port: going on after step %u\n", p->steps);
    return !wrong;
}

/* Why this loop is not tried; NULL: it is */
static const char *not_tried(const struct port *p, const struct loop *l)
{
    if (strcmp(l->verdict, "serial") == 0 && !l->directive) /* one that runs in waves has a directive */
        return "it is serial";
    if (p->total > 0 && 100 * l->seconds < p->least * p->total)
        return arena_printf(p->arena, "less than %g %% of the time is spent in it (--least)", p->least);
    for_each_pointer (struct loop, outer, p->loops)
        if (outer != l && outer->outcome == STEP_KEPT && outer->source == l->source && outer->line <= l->line &&
            outer->last >= l->last)
            return arena_printf(p->arena, "it is in the loop of line %d, which was kept", outer->line);
    bool around = l->none_id && strcmp(l->none_id, "GL502") == 0; /* that one was undone */
    return l->directive || around ? NULL : "there is no directive for it";
}

/* false after a message */
static bool step(struct port *p, struct loop *l)
{
    bool go_on = step_try(p, l);
    state_write(p);
    log_write(p);
    return go_on;
}

static bool loops_try(struct port *p)
{
    for_each_pointer (struct loop, l, p->loops) {
        if (l->outcome != STEP_OPEN)
            continue;
        if (out_of_time(p))
            return true;
        l->why = not_tried(p, l);
        if (l->why)
            l->outcome = STEP_NOT_TRIED;
        else if (!step(p, l))
            return false;
    }
    return true;
}

static bool merge_try(struct port *p, enum kind kind)
{
    for_each_pointer (struct loop, m, p->merges)
        if (m->kind == kind)
            return true;
    struct loop *l = NEW(p->arena, struct loop);
    l->kind = kind;
    bool good = step_try(p, l);
    if (l->outcome != STEP_OPEN) /* else the time was over */
        vec_push(p->arena, &p->merges, l);
    state_write(p);
    log_write(p);
    return good;
}

/* Several regions, each with its own copies, may lose where they win together. */
static bool data_try(struct port *p)
{
    unsigned slow = 0, kept = 0;
    for_each_pointer (struct loop, l, p->loops) {
        slow += l->outcome == STEP_UNDONE && l->right;
        kept += l->outcome == STEP_KEPT;
    }
    if (slow && !merge_try(p, TRY_ALL))
        return false;
    bool merged = p->merges.n && p->merges.v[0]->outcome == STEP_KEPT;
    return out_of_time(p) || merged || !kept || merge_try(p, TRY_DATA);
}

static bool settings_try(struct port *p) { return !p->tune || !steps_kept(p) || merge_try(p, TRY_TUNE); }

static bool steps(struct port *p)
{
    bool good = loops_try(p) && (out_of_time(p) || data_try(p)) && (out_of_time(p) || settings_try(p));
    if (out_of_time(p))
        p->ended = "the time limit was reached; the same command goes on";
    return good;
}

/* ---- the end ---- */
static bool hand_over(struct port *p)
{
    for_each (struct source, s, p->sources) {
        size_t len;
        const char *path = arena_printf(p->arena, "%s/%s", p->root, s->path);
        char *now = file_read(p->arena, path, &len);
        if (strcmp(s->kept, s->text) == 0)
            continue;
        if (!now || strcmp(now, s->text) != 0) {
            port_error("%s has changed meanwhile and stays as it is: the patches are in %s/patches", path, p->work);
            return false;
        }
    }
    for_each (struct source, s, p->sources) {
        const char *path = arena_printf(p->arena, "%s/%s", p->root, s->path);
        struct stat st;
        if (strcmp(s->kept, s->text) == 0)
            continue;
        if (stat(path, &st) != 0 || !file_write(path, s->kept, strlen(s->kept)) || chmod(path, st.st_mode & 07777) != 0)
            cannot_write(path);
    }
    return true;
}

static int finish(struct port *p)
{
    unsigned kept = steps_kept(p);
    if (!p->keep_all && !p->measured && !is_too_short(p) && kept && !out_of_time(p))
        p->final = final_time(p);
    log_write(p);
    say("gantry port: %u of %u steps kept", kept, p->steps);
    if (p->final > 0)
        say(": %.3f s, serial %.3f s", p->final, p->serial);
    if (p->ended)
        say("; %s", p->ended);
    say("\ngantry port: the log is %s/log.txt%s\n", p->work,
        kept && !p->in_place ? ", patches are beside it: patch -p1, or git am" : "");
    return !p->in_place || p->ended || hand_over(p) ? PORT_GOOD : PORT_USER;
}

static int port_all(struct port *p)
{
    bool found = false;
    p->key = key_of(p);
    if (!state_find(p, &found))
        return PORT_USER;
    if (!(found ? resume(p) : begin(p)))
        return PORT_USER;
    state_write(p);
    log_write(p);
    return before_build(p) && steps(p) ? finish(p) : PORT_USER;
}

int port_command(const struct port_here *here, int argc, char **argv)
{
    struct port p = {.arena = arena_new(),
                     .here = here,
                     .run_limit = 600,
                     .faults_limit = 300,
                     .bytes = -1,
                     .tolerance = 1e-6,
                     .least = 1,
                     .pairs = 12,
                     .tune = here->gpu ? 60 : 0};
    int status = words_take(&p, argc, argv);
    if (status == PORT_GOOD && !folders_find(&p))
        status = PORT_USER;
    if (status == PORT_GOOD) {
        p.run = p.run ? p.run : arena_printf(p.arena, "%s%s", strchr(p.program, '/') ? "" : "./", p.program);
        p.verify = p.verify ? p.verify : p.run;
        p.deadline = p.limit > 0 ? clock_now() + p.limit : 0;
        status = port_all(&p);
    }
    arena_free(p.arena);
    return status;
}
