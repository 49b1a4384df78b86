/* check.c: `gantry check`: compiles with -fcheck, runs on the emulated GPU, and sums up what was found; with --ptx the
 * code for NVIDIA GPUs runs on the GPU in software, strict, which looks at it itself (docs/softgpu.md). The program
 * tells each finding itself when it meets it (runtime/host/findings.c), and leaves records of them in a file, of which
 * this command makes documents and its exit status.
 *
 * Where the program says that locks or atomics decided who comes first, it is run in further orders of threads; of the
 * host's it names two places that came in an order by these alone, and threads are asked to meet there. What these runs
 * find more is told here; they print nothing themselves. */
#define _GNU_SOURCE
#include "driver.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_FINDINGS = 3, EXIT_NOTHING_RAN = 2, SECONDS_OF_ORDERS = 60, PATIENCE = 600 };

static const char *report;  /* the file of records */
static const char *classes; /* as the user has them, or NULL */
static off_t input;         /* where the program's input begins; -1: it cannot be read again */

/* What runs take is counted in the time of processors, so that a busy machine tries as many orders as an idle one. */
struct times {
    double computed, passed;
};
static struct times start; /* of the run */

static double seconds_of(const struct timeval *t) { return (double)t->tv_sec + 1e-6 * (double)t->tv_usec; }

static struct times times_now(void)
{
    struct timespec now;
    struct rusage used;
    clock_gettime(CLOCK_MONOTONIC, &now);
    getrusage(RUSAGE_CHILDREN, &used);
    return (struct times){seconds_of(&used.ru_utime) + seconds_of(&used.ru_stime),
                          (double)now.tv_sec + 1e-9 * (double)now.tv_nsec};
}

static struct times times_since(const struct times *from)
{
    struct times now = times_now();
    return (struct times){now.computed - from->computed, now.passed - from->passed};
}

static void be_quiet(struct cc *cc)
{
    setenv("GANTRY_CHECK", arena_printf(cc->arena, "%s,quiet", classes ? classes : "all"), 1);
}

/* what a further order of threads is asked for by */
static const char *seed = "GANTRY_EMULATED_SEED", *device = "emulated device", *deciders = "locks or atomics";

static void begin(struct cc *cc)
{
    const char *words = getenv("GANTRY_CHECK");
    classes = words && *words ? words : NULL;
    report = temp_path(cc->arena, "findings", "");
    setenv("GANTRY_CHECK_REPORT", report, 1);
    setenv("OMP_TARGET_OFFLOAD", "MANDATORY", 1);
    if (cc->documents) /* the document tells it */
        be_quiet(cc);
    input = lseek(STDIN_FILENO, 0, SEEK_CUR);
    start = times_now();
}

/* With one thread all that static loops and sections of the host share among several comes in order, and none of it is
 * told; with few, less. How many there are is not the program's to say, unless by a clause, which counts. */
static void have_threads(void)
{
    enum { FEW = 4 };
    const char *wanted = getenv("OMP_NUM_THREADS");
    bool asked = wanted && *wanted;
    if (asked ? strtol(wanted, NULL, 10) < 2 : sysconf(_SC_NPROCESSORS_ONLN) < FEW)
        setenv("OMP_NUM_THREADS", "4", 1);
}

static void environment(struct cc *cc)
{
    setenv("GANTRY_DEVICES", "emulated", 1);
    have_threads();
    setenv("GANTRY_EMULATED_LIMIT", "600", 0);
    begin(cc);
}

/* the code for NVIDIA GPUs, on the GPU in software, which writes the same records */
static void environment_of_ptx(struct cc *cc)
{
    seed = "GANTRY_SOFTGPU_SEED", device = "GPU in software", deciders = "fences, atomics or threads of the host";
    run_on_softgpu(cc);
    setenv("GANTRY_SOFTGPU_STRICT", "1", 0);
    begin(cc);
}

/* ---- the records of one run ---- */
struct pair {
    const char *text; /* "a-b@memory" */
    bool met;         /* threads were there at the same time: what the judge says of it then is known */
    unsigned tried;   /* runs in which somebody waited there in vain */
};

struct tally {
    size_t findings;
    unsigned long long launches; /* told at the program's end, however it ends, if a device was opened */
    bool asserted;               /* something was tested that the program asserts */
    bool parallel;               /* threads of the host ran beside each other */
    unsigned long long used;     /* … and how often its memory was allocated, or copied */
    int read_input;              /* so is whether it read its standard input */
    bool by_order;               /* who came first decided something: lanes of a device, … */
    VEC(struct pair) pairs;      /* … or the host's threads at two places */
    bool hung;
    bool again;      /* a further run: what is known already is not told */
    unsigned orders; /* of threads that were tried */
    unsigned others; /* … in which the program, though nothing new was found, ended otherwise than in the first run, */
    int status;      /* … in the first one of these so; */
    bool differ;     /* … in others otherwise again */
    VEC(uint64_t) told;
    VEC(const struct diag_edit *) edits;
};

/* A finding and its notes: which of them is the second place. Of two accesses that race either may be the first. */
static uint64_t key_of_finding(const struct diag_message *m, size_t n)
{
    uint64_t places = 0;
    for (size_t i = 0; i < n; i++)
        if (m[i].loc.file || i == 0) {
            const char *file = m[i].loc.file ? m[i].loc.file : "";
            int place[2] = {m[i].loc.line, m[i].loc.col};
            places += hash_bytes(hash_bytes(0, file, strlen(file) + 1), place, sizeof place);
        }
    const char *id = m->id ? m->id : "";
    return hash_bytes(places, id, strlen(id) + 1);
}

static bool is_told(const struct tally *t, uint64_t key)
{
    for (size_t i = 0; i < t->told.n; i++)
        if (t->told.v[i] == key)
            return true;
    return false;
}

/* as the program prints it, runtime/host/findings.c */
static void print(const struct diag_message *m, size_t n)
{
    if (m->loc.file && m->loc.line > 0)
        fprintf(stderr, m->loc.col > 0 ? "%s:%d:%d: " : "%s:%d: ", m->loc.file, m->loc.line, m->loc.col);
    fprintf(stderr, "gantry: %s: %s [%s]\n", m->level == DIAG_WARNING ? "warning" : "error", m->text, m->id);
    for (size_t i = 1; i < n; i++)
        if (!m[i].loc.file)
            fprintf(stderr, "  %s\n", m[i].text);
}

/* The messages from `from` on are a finding and its notes: kept for a document if they are new. */
static void take(struct cc *cc, struct tally *t, size_t from)
{
    const struct diag_message *m = &cc->diag.kept.v[from];
    size_t n = cc->diag.kept.n - from;
    uint64_t key = n ? key_of_finding(m, n) : 0;
    if (n == 0)
        return;
    bool hang = m->id && strcmp(m->id, "GC504") == 0; /* in each run elsewhere: the order of locks says why */
    bool is_new = m->level >= DIAG_WARNING && !(t->again && (hang ? t->findings > 0 : is_told(t, key)));
    t->hung |= hang;
    if (is_new) {
        vec_push(cc->arena, &t->told, key);
        t->findings++;
        if (m->edit)
            vec_push(cc->arena, &t->edits, m->edit);
        if (t->again && !cc->documents)
            print(m, n);
    }
    if (!is_new || !cc->documents)
        cc->diag.kept.n = from;
}

/* One for each process of the program that did something on a device. */
static bool read_sum(struct tally *t, const char *line)
{
    unsigned long long launches, used;
    int read_input;
    if (sscanf(line, "R%llu %d %llu", &launches, &read_input, &used) != 3)
        return false;
    t->launches += launches;
    t->used += used;
    t->read_input |= read_input;
    return true;
}

/* Two places are one pair, at whichever memory they were found first. */
static struct pair *pair_of(struct cc *cc, struct tally *t, const char *text)
{
    size_t n = strcspn(text, "@");
    for (size_t i = 0; i < t->pairs.n; i++)
        if (strncmp(t->pairs.v[i].text, text, n) == 0 && t->pairs.v[i].text[n] == text[n])
            return &t->pairs.v[i];
    vec_push(cc->arena, &t->pairs, (struct pair){arena_strdup(cc->arena, text), false, 0});
    return &t->pairs.v[t->pairs.n - 1];
}

static void read_records(struct cc *cc, struct tally *t, char *text)
{
    char *save = NULL;
    size_t from = cc->diag.kept.n; /* the finding that is being read */
    for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
        const struct diag_edit *e = edit_read(cc->arena, line);
        size_t before = cc->diag.kept.n;
        if (e && from < before) {
            cc->diag.kept.v[from].edit = e;
        } else if (strcmp(line, "O") == 0) {
            t->by_order = true;
        } else if (*line == 'L' || *line == 'M' || *line == 'T') {
            struct pair *p = pair_of(cc, t, line + 1);
            p->met |= *line == 'M';
            p->tried += *line == 'T';
        } else if (strcmp(line, "A") == 0) {
            t->asserted = true;
        } else if (strcmp(line, "P") == 0) {
            t->parallel = true;
        } else if (!read_sum(t, line) && diag_record_read(&cc->diag, line)) {
            if (cc->diag.kept.v[before].level < DIAG_WARNING)
                continue;
            struct diag_message next = cc->diag.kept.v[before];
            cc->diag.kept.n = before;
            take(cc, t, from);
            from = cc->diag.kept.n;
            vec_push(cc->arena, &cc->diag.kept, next);
        }
    }
    take(cc, t, from);
}

static void read_report(struct cc *cc, struct tally *t) { read_records(cc, t, file_read(cc->arena, report, NULL)); }

/* ---- further orders of threads ---- */

static unsigned orders_wanted(void)
{
    enum { USUAL = 4, MOST = 1000 };
    const char *own = getenv(seed), *set = getenv("GANTRY_CHECK_SEEDS");
    long n = set && *set ? strtol(set, NULL, 10) : USUAL;
    if (own && *own) /* the user has chosen one */
        return 0;
    return n < 0 ? 0 : n > MOST ? MOST : (unsigned)n;
}

static void compare(struct tally *t, int status, int first)
{
    if (status == first)
        return;
    t->differ |= t->others && t->status != status;
    t->status = t->others ? t->status : status;
    t->others++;
}

/* status: of the first run. false: its input cannot be had again */
static bool run_again(struct cc *cc, const char *const *words, struct tally *t, int status)
{
    size_t findings = t->findings;
    unlink(report);
    if (input >= 0 && lseek(STDIN_FILENO, input, SEEK_SET) < 0)
        return false;
    t->again = true;
    struct run_result r = run_program(cc->arena, words, RUN_DISCARD_OUT | RUN_DISCARD_ERR | RUN_BOUND);
    read_report(cc, t);
    if (t->findings == findings)
        compare(t, r.status, status);
    return true;
}

static bool depends_on_order(const struct tally *t) { return t->by_order || t->pairs.n; }

static int by_tries(const void *a, const void *b)
{
    const struct pair *x = *(const struct pair *const *)a, *y = *(const struct pair *const *)b;
    return x->tried != y->tried ? (x->tried > y->tried) - (x->tried < y->tried) : (x > y) - (x < y);
}

/* Where there are many pairs two runs aim at each: in the second one nobody waits who has a lock. Those that were tried
 * least come first, and have time for certain. false: there is nothing to aim at. */
static bool aim(struct cc *cc, const struct tally *t, unsigned order)
{
    enum { MANY = 5 };
    size_t first = t->pairs.n >= MANY ? (order - 1) / 2 % 2 : 0, step = t->pairs.n >= MANY ? 2 : 1;
    const char *all = "";
    VEC(const struct pair *) aims = {0};
    for (size_t i = first; i < t->pairs.n; i += step)
        if (!t->pairs.v[i].met)
            vec_push(cc->arena, &aims, &t->pairs.v[i]);
    if (aims.n)
        qsort(aims.v, aims.n, sizeof *aims.v, by_tries);
    for (size_t i = 0; i < aims.n; i++)
        all = arena_printf(cc->arena, "%s%s%s", all, *all ? "," : "", aims.v[i]->text);
    setenv("GANTRY_CHECK_AIM", all, 1);
    setenv("KMP_BLOCKTIME", "0", 0); /* who waits at a barrier does not look as if it might come */
    return *all;
}

/* Runs after the first, which print nothing themselves. */
static void run_further(struct cc *cc, const char *const *words, struct tally *t, int status)
{
    struct times one = times_since(&start), since = times_now();
    struct tally first = *t;
    unsigned n = orders_wanted();
    if (!depends_on_order(t) || (t->read_input && input < 0))
        return;
    be_quiet(cc);
    for (unsigned order = 1; order <= n && !t->hung; order++) {
        struct times all = times_since(&since);
        if (all.computed + one.computed > SECONDS_OF_ORDERS || all.passed + one.passed > PATIENCE)
            break;
        setenv(seed, arena_printf(cc->arena, "%u", order), 1);
        if (!aim(cc, t, order) && !t->by_order)
            continue;
        if (!run_again(cc, words, t, status))
            break;
        t->orders++;
    }
    t->launches = first.launches;
    t->used = first.used;
    t->read_input = first.read_input;
}

/* ---- the command ---- */

/* Such a run may have shown little: a file was there already, or time was up. */
static const char *said_of_others(struct cc *cc, const struct tally *t)
{
    const char *also = t->differ ? " and others" : "";
    return t->others ? arena_printf(cc->arena, ", of which %u ended with status %d%s, otherwise than the first",
                                    t->others, t->status, also)
                     : "";
}

/* what the sum says of orders */
static const char *said_of_orders(struct cc *cc, const struct tally *t)
{
    const char *decided = arena_printf(cc->arena, "; %s decide who comes first", deciders);
    if (t->orders)
        return arena_printf(cc->arena, "%s: %u orders of threads were tried%s", decided, t->orders + 1,
                            said_of_others(cc, t));
    if (depends_on_order(t) && t->read_input && input < 0)
        return arena_printf(cc->arena,
                            "%s: no other order of threads was tried, since the program reads its input, which is no "
                            "file",
                            decided);
    return depends_on_order(t) ? arena_printf(cc->arena, "%s: no other order of threads was tried", decided) : "";
}

/* A program that a signal ends (128 and its number, as shells say it) has not shown what it would have done. */
static const char *found_nothing(struct cc *cc, int status)
{
    enum { BY_SIGNAL = 128 };
    if (status == BY_SIGNAL + SIGINT)
        return "interrupted before anything was found";
    if (status > BY_SIGNAL)
        return arena_printf(cc->arena, "the program ended with status %d before anything was found", status);
    return "nothing found";
}

/* A program that fails by itself, by an assertion in a kernel, say, has not shown what comes behind. */
static const char *said_of_status(struct cc *cc, const struct tally *t, int status)
{
    return t->findings || status == 0 || status > 128
               ? ""
               : arena_printf(cc->arena, "; the program ended with status %d", status);
}

/* What the compiler has warned of is no finding of the run, and may be the reason why nothing else was found. */
static const char *said_of_warnings(struct cc *cc)
{
    return cc->warned == 0   ? ""
           : cc->warned == 1 ? "; see the compiler's warning above, too"
                             : arena_printf(cc->arena, "; see the compiler's %u warnings above, too", cc->warned);
}

/* no region ran */
static const char *said_of_host(struct cc *cc, const struct tally *t, int status)
{
    const char *nothing = found_nothing(cc, status);
    if (!t->parallel && status <= 128)
        return "nothing was checked";
    return arena_printf(cc->arena, "%s%s%s%s",
                        t->parallel ? "threads of the host were looked at alone, and " : "nothing was checked, and ",
                        status > 128 ? nothing : "nothing was found", said_of_orders(cc, t),
                        said_of_status(cc, t, status));
}

static int sum_up(struct cc *cc, const char *const *words, int status)
{
    struct tally t = {0};
    read_report(cc, &t);
    if (status != 128 + SIGINT && status != 128 + SIGQUIT) /* the user has had enough */
        run_further(cc, words, &t, status);
    const char *orders =
        arena_printf(cc->arena, "%s%s%s", said_of_orders(cc, &t), said_of_status(cc, &t, status), said_of_warnings(cc));
    const char *nothing = found_nothing(cc, status);
    if (!cc->documents && t.findings)
        fprintf(stderr, "gantry check: %zu finding%s%s%s\n", t.findings, t.findings == 1 ? "" : "s", orders,
                t.edits.n ? "; this might mend what has just one mend:" : "");
    else if (!cc->documents && t.launches)
        fprintf(stderr, "gantry check: %s; %llu region%s ran%s\n", nothing, t.launches, t.launches == 1 ? "" : "s",
                orders);
    else if (!cc->documents && t.used)
        fprintf(stderr, "gantry check: %s; no region ran, only memory of the device was used%s\n", nothing, orders);
    else if (!cc->documents && t.asserted)
        fprintf(stderr, "gantry check: %s; no region ran, only what the program asserts was tested%s\n", nothing,
                orders);
    if (!cc->documents)
        edits_print(cc, t.edits.v, t.edits.n);
    if (t.findings)
        return EXIT_FINDINGS;
    if (!t.launches && !t.used && !t.asserted) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, "GN0930", "%s: no target region ran on the %s",
             said_of_host(cc, &t, status), device);
        return status ? status : EXIT_NOTHING_RAN;
    }
    return status;
}

/* ---- --json and --sarif: the document is for standard output, or for the file of -o ---- */

/* "-o FILE" or "-oFILE", taken out of the words before "--"; NULL: it is not there */
static const char *output_take(int *argc, char **argv)
{
    for (int i = 0; i < *argc && strcmp(argv[i], "--") != 0; i++) {
        bool apart = strcmp(argv[i], "-o") == 0 && i + 1 < *argc;
        if (!apart && (!str_starts(argv[i], "-o") || !argv[i][2]))
            continue;
        const char *file = apart ? argv[i + 1] : argv[i] + 2;
        int n = apart ? 2 : 1;
        memmove(argv + i, argv + i + n, (size_t)(*argc - i - n) * sizeof *argv);
        *argc -= n;
        return file;
    }
    return NULL;
}

/* Where the document goes. What the program itself writes to standard output goes to standard error where that is the
 * document's. */
static FILE *document_open(const char *file)
{
    FILE *f = file ? fopen(file, "w") : NULL;
    if (file && !f)
        fprintf(stderr, "gantry: error: cannot write '%s': %s\n", file, strerror(errno));
    if (!file) {
        f = fdopen(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), "w");
        if (f)
            dup2(STDERR_FILENO, STDOUT_FILENO);
    }
    return f;
}

int check_main(int argc, char **argv)
{
    bool json = word_take(&argc, argv, "--json"), sarif = word_take(&argc, argv, "--sarif");
    const char *flag = json ? "-fdiagnostics-format=json" : sarif ? "-fdiagnostics-format=sarif" : NULL;
    struct run_kind kind = {.name = "check", .environment = environment, .after = sum_up};
    bool ptx = word_take(&argc, argv, "--ptx");
    if (ptx)
        kind.environment = environment_of_ptx;
    if (flag && !(kind.document = document_open(output_take(&argc, argv))))
        return EXIT_USER;
    kind.format = flag;
    return run_compiled_with(&kind, ptx ? "-g" : "-fcheck", argc, argv); /* -g: the lines are in the PTX then */
}

/* ---- gantry run --softgpu: one run; what it finds by itself is told in the same way ---- */
static void environment_of_run(struct cc *cc)
{
    run_on_softgpu(cc);
    begin(cc);
}

static int status_of_run(struct cc *cc, const char *const *words, int status)
{
    struct tally t = {0};
    (void)words;
    read_report(cc, &t);
    return t.findings ? EXIT_FINDINGS : status;
}

int softgpu_main(int argc, char **argv)
{
    static const struct run_kind kind = {.name = "run", .environment = environment_of_run, .after = status_of_run};
    return run_compiled(&kind, argc, argv);
}
