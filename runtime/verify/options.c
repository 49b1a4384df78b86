/* options.c: GANTRY_VERIFY, words separated by commas. */
#define _GNU_SOURCE 1 /* secure_getenv */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

static struct gantry_verify_options options = {.every = 1};

static bool flag(const char *word)
{
    const struct {
        const char *name;
        bool *set, value;
    } flags[] = {{"region", &options.no_program, true}, {"program", &options.no_program, false},
                 {"off", &options.off, true},           {"nopatch", &options.nopatch, true},
                 {"strict", &options.strict, true},     {"strict-maps", &options.strict_maps, true},
                 {"larger", &options.larger, true}};
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        if (strcmp(flags[i].name, word) == 0) {
            *flags[i].set = flags[i].value;
            return true;
        }
    return false;
}

static const char *value_of(const char *word, const char *name)
{
    size_t n = strlen(name);
    return strncmp(word, name, n) == 0 && word[n] == '=' ? word + n + 1 : NULL;
}

/* Processes of one MPI program have a file each. */
static void report_to(const char *path)
{
    char own[4096];
    if (gantry_rank() && snprintf(own, sizeof own, "%s.rank%s", path, gantry_rank()) < (int)sizeof own)
        path = own;
    options.report = fopen(path, "we");
    if (!options.report)
        gantry_failf(NULL, "GANTRY_VERIFY: report=%s cannot be written: %s", path, strerror(errno));
}

static void tolerate(const char *path)
{
    struct gantry_tolerances *t = &options.tolerances;
    struct gantry_loc at = {t->path, NULL, 0, 0};
    if (gantry_tolerances_read(t, path, false))
        return;
    at.line = t->line;
    if (t->line)
        gantry_failf(&at, "%s", t->error);
    gantry_failf(NULL, "GANTRY_VERIFY: tolerance=%s cannot be read: %s", path, t->error);
}

static void take(const char *word)
{
    const char *value;
    if (!*word || flag(word))
        return;
    if ((value = value_of(word, "tolerance")) != NULL)
        tolerate(value);
    else if ((value = value_of(word, "report")) != NULL)
        report_to(value);
    else if ((value = value_of(word, "every")) != NULL) {
        if (!gantry_parse_number(value, &options.every) || !options.every)
            gantry_failf(NULL, "GANTRY_VERIFY: every=%s is not a number of launches, from 1 up", value);
    } else
        gantry_failf(NULL,
                     "GANTRY_VERIFY: '%s' is none of region, program, off, nopatch, strict, strict-maps, larger, "
                     "tolerance=FILE, report=FILE, every=N",
                     word);
}

static void read_options(void)
{
    char text[4096], *save = NULL;
    options.report = stderr;
    options.golden = *gantry_knob("GOLDEN") != 0;
    const char *given = secure_getenv("GANTRY_VERIFY");
    options.off = options.golden && !(given && *given); /* a golden run alone runs no references */
    if (snprintf(text, sizeof text, "%s", gantry_knob("VERIFY")) >= (int)sizeof text)
        gantry_failf(NULL, "GANTRY_VERIFY is longer than %zu bytes", sizeof text - 1);
    for (char *word = strtok_r(text, ",", &save); word; word = strtok_r(NULL, ",", &save))
        take(word + strspn(word, " "));
    if (options.off || *gantry_knob("REPLAY")) /* nothing comes back */
        options.no_program = true;
    options.idle = options.off && !options.golden;
}

void gantry_verify_pause(bool pause) { options.off = options.idle = pause; }

/* First called by the constructor of status.c, before there are threads. A mistake ends the program, whose exit
 * handlers call this again. */
const struct gantry_verify_options *gantry_verify_options(void)
{
    static bool begun;
    if (!begun) {
        begun = true;
        read_options();
    }
    return &options;
}

const char *gantry_verify_name(void)
{
    static char name[64];
    if (!*name)
        snprintf(name, sizeof name, "gantry verify%s", gantry_rank_text());
    return name;
}

bool gantry_golden_asked(void) { return gantry_verify_options()->golden; }
