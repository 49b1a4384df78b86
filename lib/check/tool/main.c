/* main.c: the command lines of `gantry golden`, which starts this program; `gantry help golden` (src/driver/help.c) is
 * about them. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include "tool.h"

enum command {
    SHOW = 1,
    DIFF = 2,
    TRIM = 4,
    MERGE = 8,
    SELECTING = SHOW | DIFF | TRIM | MERGE,
    WRITING = TRIM | MERGE
};

static const struct {
    const char *name, *files;
    unsigned least, most;
    int (*run)(const struct arguments *);
} commands[] = {{"show", "FILE", 1, 1, show},
                {"diff", "REFERENCE TEST", 2, 2, diff},
                {"trim", "FILE -o OUT", 1, 1, trim},
                {"merge", "FILE… -o OUT", 1, COUNT_OF(((struct arguments *)NULL)->files), merge}};

static _Noreturn void __attribute__((format(printf, 1, 2))) misuse(const char *fmt, ...)
{
    va_list ap;
    fputs("gantry golden: error: ", stderr);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputs("; gantry help golden says more\n", stderr);
    exit(STATUS_NOTHING);
}

/* ---- options ---- */
static void number_of(const char *option, const char *text, uint64_t least, uint64_t *out)
{
    if (!number_read(text, out) || *out < least)
        misuse("%s %s: that is no number from %llu up", option, text, (unsigned long long)least);
}

static void take_region(struct arguments *a, const char *value)
{
    if (!bytes_add(&a->regions, value, strlen(value) + 1))
        no_memory();
}

static void take_launch(struct arguments *a, const char *value)
{
    char first[32];
    const char *dots = strstr(value, "..");
    snprintf(first, sizeof first, "%.*s", dots ? (int)(dots - value) : 31, value);
    number_of("--launch", first, 1, &a->first);
    a->last = a->first;
    if (dots)
        number_of("--launch", dots + 2, a->first, &a->last);
}

static void take_bar(struct arguments *a, const char *value)
{
    char *end;
    a->bar = strtod(value, &end);
    if (!*value || *end || !(a->bar >= 0))
        misuse("--bar %s: that is no number from 0 up", value);
}

static void take_format(struct arguments *a, const char *value)
{
    if (strcmp(value, "json") != 0 && strcmp(value, "sarif") != 0 && strcmp(value, "text") != 0)
        misuse("--format %s: it is none of text, json, sarif", value);
    a->format = *value == 'j' ? DIAG_JSON : *value == 's' ? DIAG_SARIF : DIAG_TEXT;
}

static void take_every(struct arguments *a, const char *v) { number_of("--every", v, 1, &a->every); }
static void take_layer(struct arguments *a, const char *v) { number_of("--layer", v, 0, &a->layer); }
static void take_values(struct arguments *a, const char *v) { a->values = v; }
static void take_tolerance(struct arguments *a, const char *v) { a->tolerance = v; }
static void take_plot(struct arguments *a, const char *v) { a->plot = v; }
static void take_out(struct arguments *a, const char *v) { a->out = v; }
static void set_inputs(struct arguments *a, const char *v) { a->inputs = !v; }
static void set_outputs(struct arguments *a, const char *v) { a->outputs = !v; }
static void set_metric(struct arguments *a, const char *v) { a->metric = !v; }
static void set_ranks(struct arguments *a, const char *v) { a->ranks = !v; }
static void set_force(struct arguments *a, const char *v) { a->force = !v; }

static const struct {
    const char *name;
    unsigned commands;
    bool valued;
    void (*take)(struct arguments *, const char *value);
} options[] = {
    {"--region", SELECTING, true, take_region},
    {"--launch", SELECTING, true, take_launch},
    {"--every", SELECTING, true, take_every},
    {"--inputs", SELECTING, false, set_inputs},
    {"--outputs", SELECTING, false, set_outputs},
    {"--values", SHOW, true, take_values},
    {"--tolerance", DIFF, true, take_tolerance},
    {"--format", DIFF, true, take_format},
    {"--metric", DIFF, false, set_metric},
    {"--bar", DIFF, true, take_bar},
    {"--layer", DIFF, true, take_layer},
    {"--plot", DIFF, true, take_plot},
    {"-o", WRITING, true, take_out},
    {"--ranks", MERGE, false, set_ranks},
    {"--force", WRITING | DIFF, false, set_force},
};

static int take_option(struct arguments *a, unsigned command, char **argv)
{
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        size_t n = strlen(options[i].name);
        bool joined = options[i].valued && n > 2 && strncmp(argv[0], options[i].name, n) == 0 && argv[0][n] == '=';
        if (!(options[i].commands & command) || (!joined && strcmp(argv[0], options[i].name) != 0))
            continue;
        if (options[i].valued && !joined && !argv[1])
            misuse("%s needs a value", argv[0]);
        options[i].take(a, joined ? argv[0] + n + 1 : options[i].valued ? argv[1] : NULL);
        return options[i].valued && !joined ? 2 : 1;
    }
    misuse("there is no option %s here", argv[0]);
}

static void check(const struct arguments *a, size_t command)
{
    if (a->nfiles < commands[command].least)
        misuse("it is: gantry golden %s %s", commands[command].name, commands[command].files);
    if ((1u << command & WRITING) && !a->out)
        misuse("-o OUT is missing: where the new recording goes");
    if (a->plot && !a->metric)
        misuse("--plot needs --metric");
    if (a->metric && a->tolerance)
        misuse("--metric has a bar, not tolerances");
}

int main(int argc, char **argv)
{
    struct arguments a = {.last = UINT64_MAX, .first = 1, .every = 1, .bar = 1e-5, .layer = UINT64_MAX};
    size_t command = 0;
    unsetenv("GANTRY_GOLDEN"); /* is for programs */
    if (argc < 2)
        misuse("it is: gantry golden show, diff, trim or merge");
    while (command < COUNT_OF(commands) && strcmp(argv[1], commands[command].name) != 0)
        command++;
    if (command == COUNT_OF(commands))
        misuse("'%s' is none of show, diff, trim, merge", argv[1]);
    for (int i = 2; i < argc;) {
        if (argv[i][0] == '-' && argv[i][1])
            i += take_option(&a, 1u << command, argv + i);
        else if (a.nfiles < commands[command].most)
            a.files[a.nfiles++] = argv[i++];
        else
            misuse("it is: gantry golden %s %s", commands[command].name, commands[command].files);
    }
    check(&a, command);
    int status = commands[command].run(&a);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "gantry golden: error: what was found cannot be written: %s\n", strerror(errno));
        return STATUS_ERROR;
    }
    return status;
}
