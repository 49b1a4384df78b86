/* tune.c: the command line of `gantry tune`; `gantry help tune` is about it. */
#include "tune.h"
#include "tune_priv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GOOD = 0, USER = 1, USAGE = 2, MARK = 50, PROGRAM_BUDGET = 60, REPEAT_BUDGET = 1000 };
const char *const tune_options[] = {
    "--simulate", "--strategy", "--budget",  "--seeds", "--seed", "--problem", "--leave-one-out", "--repeat",
    "--device",   "--region",   "--seconds", "--store", "--show", "--patch",   "--objective",     NULL};

static const struct strategy strategies[] = {
#define STRATEGY(NAME, SEARCH, ABOUT) {NAME, ABOUT, SEARCH},
#include "strategies.def"
#undef STRATEGY
};
enum { NSTRATEGIES = sizeof strategies / sizeof *strategies };

struct asked {
    VEC(const char *) files;
    const char *problem, *objective, *strategy, *device, *region, *store;
    long budget, seeds, seed, repeat, seconds;
    bool simulate, leave_one_out, show, patch;
    VEC(char *) words; /* of gantry cc */
    char **rest;       /* behind "--" */
    int nrest;
    bool dashes;
};

static int misuse(const char *what, const char *word)
{
    fprintf(stderr, "gantry: error: gantry tune: %s%s%s%s; gantry help tune says more\n", what, word ? " '" : "",
            word ? word : "", word ? "'" : "");
    return USAGE;
}

static bool number_take(const char *word, long least, long most, long *out)
{
    char *end;
    *out = strtol(word, &end, 10);
    return *word && !*end && *out >= least && *out <= most;
}

/* An option and its value: as two words, or with "=". */
static int option_take(struct asked *q, const char *name, const char *value)
{
    const struct {
        const char *name;
        long *number, least, most;
    } numbers[] = {{"--budget", &q->budget, 1, 100000},
                   {"--seeds", &q->seeds, 1, 10000},
                   {"--seed", &q->seed, 0, 1000000000},
                   {"--seconds", &q->seconds, 1, 10000000},
                   {"--repeat", &q->repeat, 2, 10000}};
    const struct {
        const char *name, **text;
    } texts[] = {{"--strategy", &q->strategy}, {"--problem", &q->problem}, {"--objective", &q->objective},
                 {"--device", &q->device},     {"--region", &q->region},   {"--store", &q->store}};
    if (!value)
        return misuse("a value is missing behind", name);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(name, numbers[i].name) == 0)
            return number_take(value, numbers[i].least, numbers[i].most, numbers[i].number)
                       ? GOOD
                       : misuse("this is no number that can be meant:", value);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(name, texts[i].name) == 0)
            *texts[i].text = value;
    return GOOD;
}

static const char *option_with_value(const char *word, size_t n)
{
    static const char *const names[] = {"--strategy", "--budget", "--seeds",   "--seed",  "--problem",  "--repeat",
                                        "--device",   "--region", "--seconds", "--store", "--objective"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strlen(names[k]) == n && memcmp(names[k], word, n) == 0)
            return names[k];
    return NULL;
}

static bool *flag_named(struct asked *q, const char *word)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"--simulate", &q->simulate},
                 {"--leave-one-out", &q->leave_one_out},
                 {"--show", &q->show},
                 {"--patch", &q->patch}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].name) == 0)
            return flags[i].flag;
    return NULL;
}

/* What is no option of ours is a word of gantry cc, or with --simulate a recorded space. */
static int words_take(struct arena *a, struct asked *q, int argc, char **argv)
{
    int i = 0;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *equals = strchr(argv[i], '='),
                   *name = option_with_value(argv[i], equals ? (size_t)(equals - argv[i]) : strlen(argv[i]));
        bool *flag = flag_named(q, argv[i]);
        int status = GOOD;
        if (name)
            status = option_take(q, name, equals ? equals + 1 : i + 1 < argc ? argv[++i] : NULL);
        else if (flag)
            *flag = true;
        else
            vec_push(a, &q->words, argv[i]);
        if (status)
            return status;
    }
    q->dashes = i < argc;
    q->rest = argv + i + q->dashes;
    q->nrest = argc - i - q->dashes;
    return GOOD;
}

static int files_take(struct arena *a, struct asked *q)
{
    for (size_t i = 0; i < q->words.n; i++) {
        if (q->words.v[i][0] == '-')
            return misuse("there is no option", q->words.v[i]);
        vec_push(a, &q->files, q->words.v[i]);
    }
    return GOOD;
}

/* ---- the table ---- */
static bool wanted(const struct asked *q, int strategy)
{
    return !q->strategy || strcmp(q->strategy, strategies[strategy].name) == 0;
}

static void head_print(const struct space *s)
{
    printf("%s%s%s: %d configurations of %d parameters, %d failed; the best: %g%s%s\n", s->name, s->device ? ", " : "",
           s->device ? s->device : "", s->n, s->nparameters, s->failed, s->best, s->unit ? " " : "",
           s->unit ? s->unit : "");
}

static void columns_print(const struct asked *q)
{
    printf("  %-10s", "strategy");
    if (q->budget > MARK)
        printf("  at %4d", MARK);
    printf("  at %4ld  ms a search\n", q->budget);
}

static void line_print(const struct asked *q, const char *name, double half, double full, double seconds)
{
    printf("  %-10s", name);
    if (q->budget > MARK)
        printf("   %6.4f", half);
    printf("   %6.4f  %11.1f\n", full, 1000 * seconds);
}

struct result { /* of one strategy on one space */
    double half, full, seconds;
};

static struct result result_of(struct arena *a, const struct asked *q, const struct space *s,
                               const struct strategy *how, const struct guidance *g)
{
    struct replay r = {s, (int)q->budget, (int)q->seeds, (uint64_t)q->seed, g, NULL, 0};
    replay_run(how, &r, a);
    return (struct result){r.fractions[q->budget > MARK ? MARK - 1 : 0], r.fractions[q->budget - 1], r.seconds};
}

/* The default strategy on each space, by the settings that are best on all other spaces. */
static void leave_one_out(struct arena *a, const struct asked *q, struct space *const *spaces, struct result *out)
{
    size_t n = q->files.n;
    struct result *all = arena_alloc(a, n * (size_t)nguidances * sizeof *all);
    double *sum = arena_alloc(a, (size_t)nguidances * sizeof *sum);
    for (int g = 0; g < nguidances; g++)
        for (size_t i = 0; i < n; i++) {
            struct result *r = &all[(size_t)g * n + i];
            *r = result_of(a, q, spaces[i], &strategies[0], &guidances[g]);
            sum[g] += r->half + r->full;
        }
    for (size_t i = 0; i < n; i++) {
        int best = 0;
        double most = -1;
        for (int g = 0; g < nguidances; g++) {
            double others = sum[g] - all[(size_t)g * n + i].half - all[(size_t)g * n + i].full;
            if (others > most) {
                most = others;
                best = g;
            }
        }
        out[i] = all[(size_t)best * n + i];
        printf("%s: the others choose settings %d\n", spaces[i]->name, best + 1);
    }
    for (int g = 0; g < nguidances; g++)
        printf("settings %d: %.4f\n", g + 1, sum[g] / 2 / (double)n);
}

static void means_print(const struct asked *q, const struct result *sums)
{
    double n = (double)q->files.n;
    printf("mean of %zu spaces\n", q->files.n);
    columns_print(q);
    for (int i = 0; i < NSTRATEGIES; i++)
        if (wanted(q, i))
            line_print(q, strategies[i].name, sums[i].half / n, sums[i].full / n, sums[i].seconds / n);
}

/* ---- --repeat: how far apart are the choices of whole tunings? ---- */
static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The largest part of the sorted costs that lie within so many per cent of each other. */
static double together(const double *cost, long n, double percent)
{
    long most = 0;
    for (long i = 0, k = 0; i < n; i++) {
        while (k < n && cost[k] <= cost[i] * (1 + percent / 100))
            k++;
        most = k - i > most ? k - i : most;
    }
    return (double)most / (double)n;
}

static void repeat(struct arena *a, const struct asked *q, const struct space *s, const struct strategy *how)
{
    double *cost = arena_alloc(a, (size_t)q->repeat * sizeof *cost), mean = 0, fraction = 0;
    long failed = 0, n = 0;
    for (long i = 0; i < q->repeat; i++) {
        int measured, c = replay_tune(how, s, (int)q->budget, (uint64_t)(q->seed + i), &measured);
        mean += (double)measured / (double)q->repeat;
        if (c < 0 || s->configs[c].failure) {
            failed++;
            continue;
        }
        cost[n++] = s->configs[c].cost;
        fraction += s->best / s->configs[c].cost;
    }
    qsort(cost, (size_t)n, sizeof *cost, by_number);
    printf("  %-10s %3.0f %% of %ld choices within 2 %% of each other, %ld failed; mean fraction %.4f, least %.4f; "
           "%.0f times "
           "measured\n",
           how->name, 100 * together(cost, n, 2) * (double)n / (double)q->repeat, q->repeat, failed,
           n ? fraction / (double)n : 0, n ? s->best / cost[n - 1] : 0, mean);
}

static int simulate(struct arena *a, const struct asked *q)
{
    struct result sums[NSTRATEGIES] = {{0}}, *chosen = arena_alloc(a, q->files.n * sizeof *chosen);
    struct space **spaces = arena_alloc(a, q->files.n * sizeof *spaces);
    for (size_t i = 0; i < q->files.n; i++)
        if (!(spaces[i] = space_read(a, q->files.v[i], q->problem, q->objective)))
            return USER;
    if (q->leave_one_out)
        leave_one_out(a, q, spaces, chosen);
    for (size_t i = 0; i < q->files.n; i++) {
        head_print(spaces[i]);
        for (int k = 0; k < NSTRATEGIES && q->repeat; k++)
            if (q->strategy ? wanted(q, k) : k == 0)
                repeat(a, q, spaces[i], &strategies[k]);
        if (q->repeat)
            continue;
        columns_print(q);
        for (int k = 0; k < NSTRATEGIES; k++) {
            if (!wanted(q, k))
                continue;
            struct result r = k == 0 && q->leave_one_out ? chosen[i] : result_of(a, q, spaces[i], &strategies[k], NULL);
            line_print(q, strategies[k].name, r.half, r.full, r.seconds);
            sums[k] = (struct result){sums[k].half + r.half, sums[k].full + r.full, sums[k].seconds + r.seconds};
        }
        fflush(stdout);
    }
    if (q->files.n > 1 && !q->repeat)
        means_print(q, sums);
    return GOOD;
}

static int simulate_command(struct arena *a, struct asked *q)
{
    int status = files_take(a, q);
    if (!q->budget && (!q->repeat || (q->strategy && strcmp(q->strategy, strategies[0].name) != 0)))
        q->budget = q->repeat ? REPEAT_BUDGET : 100;
    if (status == GOOD && q->files.n == 0)
        status = misuse("which space?", NULL);
    int known = 0;
    while (known < NSTRATEGIES && !(q->strategy && strcmp(q->strategy, strategies[known].name) == 0))
        known++;
    if (status == GOOD && q->strategy && known == NSTRATEGIES)
        status = misuse("there is no strategy", q->strategy);
    if (status == GOOD && q->leave_one_out && q->files.n < 2)
        status = misuse("--leave-one-out needs several spaces", NULL);
    return status == GOOD ? simulate(a, q) : status;
}

static int program_command(struct arena *a, const struct tune_house *h, struct asked *q)
{
    struct tuning t = {.house = h,
                       .store = q->store ? q->store : h->store,
                       .device = q->device,
                       .region = q->region,
                       .budget = q->budget ? q->budget : PROGRAM_BUDGET,
                       .seconds = q->seconds,
                       .seed = (uint64_t)q->seed,
                       .sources = q->words.n > 0};
    for (size_t i = 0; i < q->words.n && !t.arguments; i++)
        if (q->words.v[i][0] != '-')
            t.arguments = q->rest;
    if (!t.sources && !q->nrest)
        return misuse("which program? Sources, or a command that builds and runs it, after '--'", NULL);
    if (t.sources && !t.arguments)
        return misuse("there is no option, and no source is given:", q->words.v[0]);
    for (size_t i = 0; i < q->words.n; i++)
        if (str_ends(q->words.v[i], ".json"))
            return misuse("--simulate is missing: a recorded space is searched, not compiled:", q->words.v[i]);
    vec_push(a, &q->words, NULL);
    t.command = t.sources ? q->words.v : q->rest;
    t.ncommand = t.sources ? (int)q->words.n - 1 : q->nrest;
    t.narguments = t.sources ? q->nrest : 0;
    return tune_program(&t);
}

int tune_command(const struct tune_house *h, int argc, char **argv)
{
    struct arena *a = arena_new();
    struct asked q = {.seeds = 25, .seed = 1, .seconds = 3600};
    int status = words_take(a, &q, argc, argv);
    const char *store = q.store ? q.store : h->store;
    if (status == GOOD && (q.show || q.patch) && (q.words.n || q.nrest || q.simulate))
        status = misuse("--show and --patch take nothing but --store", NULL);
    else if (status == GOOD)
        status = q.show       ? tune_show(store)
                 : q.patch    ? tune_patch(store)
                 : q.simulate ? simulate_command(a, &q)
                              : program_command(a, h, &q);
    arena_free(a);
    return status;
}
