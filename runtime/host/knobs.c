/* knobs.c: settings from the environment. GANTRY_* rows come from gantry_knobs.def; what each device
 * has of OMP_*: environment.c. An invalid value is reported: an error where it decides what runs where, a warning where
 * it only tunes. */
#define _GNU_SOURCE /* secure_getenv */
#include <ctype.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host.h"

extern char **environ;

enum kind { TEXT, NUMBER, PROGRAM };
#define ANY UINT64_MAX
static const struct knob {
    const char *name, *fallback;
    enum kind kind;
    uint64_t least, most;
} knobs[] = {
#define KNOB(NAME, KIND, LEAST, MOST, DEFAULT, HELP) {#NAME, DEFAULT, KIND, LEAST, MOST},
#define TOOL(NAME, HELP) {#NAME, "", PROGRAM, 0, 0},
#include "gantry_knobs.def"
#undef TOOL
#undef KNOB
};
static atomic_bool reported[COUNT_OF(knobs)]; /* a wrong value is reported once */

static const struct knob *knob_named(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(knobs); i++)
        if (strcmp(knobs[i].name, name) == 0)
            return &knobs[i];
    gantry_failf(NULL, "GANTRY_%s is no row of gantry_knobs.def", name);
}

const char *gantry_knob(const char *name)
{
    char variable[64];
    snprintf(variable, sizeof variable, "GANTRY_%s", name);
    const char *value = secure_getenv(variable); /* some knobs name files or libraries: set-user-id programs ignore
                                                  * them */
    return value && *value ? value : knob_named(name)->fallback;
}

/* "64k" -> 65536; false when it is not a number, is negative, or does not fit */
bool gantry_parse_number(const char *s, uint64_t *out)
{
    while (isspace((unsigned char)*s))
        s++;
    if (!isdigit((unsigned char)*s))
        return false;
    char *end;
    unsigned long long v = strtoull(s, &end, 0);
    static const char suffixes[] = "kmg";
    const char *suffix = *end ? strchr(suffixes, tolower((unsigned char)*end)) : NULL;
    unsigned shift = suffix ? 10u * (unsigned)(suffix - suffixes + 1) : 0;
    if (suffix)
        end++;
    while (isspace((unsigned char)*end))
        end++;
    if (*end || (shift && v >> (64 - shift)) || v == ULLONG_MAX)
        return false;
    *out = v << shift;
    return true;
}

/* What is used in place of a number outside of the row's bounds: the nearest bound, where the row has a number of its
 * own; where the runtime decides, it does. */
static uint64_t within(const struct knob *k, uint64_t v, uint64_t none)
{
    if (v == none || (v >= k->least && v <= k->most))
        return v;
    return !*k->fallback ? none : v < k->least ? k->least : k->most;
}

uint64_t gantry_knob_number(const char *name, uint64_t none)
{
    const struct knob *k = knob_named(name);
    const char *text = gantry_knob(name);
    uint64_t v = none, used;
    char instead[24] = "its default";
    if (!*text)
        return none;
    bool number = gantry_parse_number(text, &v);
    if (!number)
        v = gantry_parse_number(k->fallback, &v) ? v : none;
    used = number ? within(k, v, none) : v;
    if ((number && used == v) || atomic_exchange(&reported[k - knobs], true))
        return used;
    if (*k->fallback)
        snprintf(instead, sizeof instead, "%llu", (unsigned long long)used);
    if (number)
        gantry_warn("GANTRY_%s=%s is not between %llu and %llu; %s is used instead", name, text,
                    (unsigned long long)k->least, (unsigned long long)k->most, instead);
    else
        gantry_warn("GANTRY_%s=%s is not a number; %s is used instead", name, text, instead);
    return used;
}

/* ---- variables that nobody reads ---- */
/* The edit distance (Levenshtein) of two short names. */
static size_t distance(const char *a, size_t na, const char *b)
{
    enum { LONGEST = 40 };
    size_t row[LONGEST + 1], nb = strlen(b);
    if (na > LONGEST || nb > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= nb; j++)
        row[j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            size_t replaced = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            row[j] = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            row[j] = replaced < row[j] ? replaced : row[j];
        }
    }
    return row[nb];
}

/* GANTRY_ROOT and the like: what build systems and module files set for any package. */
static bool is_of_packages(const char *name, size_t n)
{
    static const char *const names[] = {"ROOT", "HOME", "DIR", "PREFIX", "VERSION", "PATH", "BIN", "LIB", "INC"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strlen(names[i]) == n && strncmp(name, names[i], n) == 0)
            return true;
    return false;
}

static void say_unknown(const char *name, size_t n)
{
    const struct knob *nearest = NULL;
    size_t best = n / 3 + 1;
    for (size_t i = 0; i < COUNT_OF(knobs); i++) {
        size_t d = distance(name, n, knobs[i].name);
        if (d == 0)
            return;
        if (d <= best && (!nearest || d < best)) {
            best = d;
            nearest = &knobs[i];
        }
    }
    if (nearest)
        gantry_warn("GANTRY_%.*s is no setting of Gantry; is GANTRY_%s meant?", (int)n, name, nearest->name);
    else if (!is_of_packages(name, n) && strncmp(name, "TEST_", 5) != 0)
        gantry_warn("GANTRY_%.*s is no setting of Gantry ('gantry help environment' lists them)", (int)n, name);
}

/* The kind of device whose knob it is; NULL: it concerns all. */
static const char *device_kind(const struct knob *k)
{
    static const struct {
        const char *prefix, *kind;
    } kinds[] = {{"CUDA", "cuda"}, {"SOFTGPU", "cuda"}, {"EMULATED", "emulated"}};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        size_t n = strlen(kinds[i].prefix);
        if (strncmp(k->name, kinds[i].prefix, n) == 0 && (k->name[n] == '_' || !k->name[n]))
            return kinds[i].kind;
    }
    return NULL;
}

/* Settings of a library that only programs built with -fverify have. */
static const char *const comparing[] = {"VERIFY", "GOLDEN", "REPLAY"};
static bool library_is_here;

void gantry_knobs_have_reader(void) { library_is_here = true; }

static void say_without_library(void)
{
    bool checks = dlsym(RTLD_DEFAULT, "gantry_golden_api") != NULL; /* the program's own, by gantry_check */
    for (size_t i = 0; i < COUNT_OF(comparing) && !library_is_here; i++)
        if (strcmp(gantry_knob(comparing[i]), knob_named(comparing[i])->fallback) != 0 && !(i == 1 && checks))
            gantry_warn("GANTRY_%s has no effect: this program was linked without -fverify", comparing[i]);
}

void gantry_knobs_check(bool (*is_used)(const char *kind), bool regions)
{
    if (regions)
        say_without_library();
    for (char **v = environ; v && *v; v++)
        if (strncmp(*v, "GANTRY_", 7) == 0)
            say_unknown(*v + 7, strcspn(*v + 7, "="));
    for (const struct knob *k = knobs; k < knobs + COUNT_OF(knobs); k++) {
        const char *kind = device_kind(k);
        if (kind && !is_used(kind)) {
            if (strcmp(gantry_knob(k->name), k->fallback) != 0)
                gantry_warn("GANTRY_%s has no effect: GANTRY_DEVICES=%s names no device of the kind '%s'", k->name,
                            gantry_knob("DEVICES"), kind);
        } else if (k->kind == NUMBER) {
            gantry_knob_number(k->name, 0);
        }
    }
}

void gantry_display_knobs(void)
{
    for (size_t i = 0; i < COUNT_OF(knobs); i++)
        if (knobs[i].kind != PROGRAM)
            fprintf(stderr, "   [all] GANTRY_%s='%s'\n", knobs[i].name, gantry_knob(knobs[i].name));
}

static int offload_named(const char *text)
{
    static const char *const names[] = {
        [GANTRY_OFFLOAD_DEFAULT] = "default",
        [GANTRY_OFFLOAD_MANDATORY] = "mandatory",
        [GANTRY_OFFLOAD_DISABLED] = "disabled",
    };
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcasecmp(text, names[i]) == 0)
            return (int)i;
    return -1;
}

static char *wrong_offload; /* the value of OMP_TARGET_OFFLOAD, where it is an error to use a device */

void gantry_offload_check(void)
{
    const char *text = getenv("OMP_TARGET_OFFLOAD");
    if (!text || offload_named(text) >= 0)
        return;
    wrong_offload = *text ? strdup(text) : NULL;
    unsetenv("OMP_TARGET_OFFLOAD");
}

static enum gantry_offload offload_policy(void)
{
    const char *text = getenv("OMP_TARGET_OFFLOAD"); /* the program may have set it since */
    if (!text)
        text = wrong_offload;
    if (!text || !*text)
        return GANTRY_OFFLOAD_DEFAULT;
    int policy = offload_named(text);
    if (policy >= 0)
        return (enum gantry_offload)policy;
    gantry_failf(NULL, "OMP_TARGET_OFFLOAD=%s is none of mandatory, disabled, default", text);
}

static int default_device(void)
{
    const char *text = getenv("OMP_DEFAULT_DEVICE");
    uint64_t v = 0;
    if (text && *text && !(gantry_parse_number(text, &v) && v <= INT_MAX))
        gantry_warn("OMP_DEFAULT_DEVICE=%s is not a device number; device 0 is used", text);
    return v <= INT_MAX ? (int)v : 0;
}

static enum gantry_space space_policy(void)
{
    static const char *const names[] = {
        [GANTRY_SPACE_AUTO] = "auto",
        [GANTRY_SPACE_SHARED] = "shared",
        [GANTRY_SPACE_GLOBAL] = "global",
    };
    const char *text = gantry_knob("SPACE");
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcasecmp(text, names[i]) == 0)
            return (enum gantry_space)i;
    gantry_warn("GANTRY_SPACE=%s is none of auto, shared, global; auto is used instead", text);
    return GANTRY_SPACE_AUTO;
}

static struct gantry_settings settings;
static pthread_once_t settings_once = PTHREAD_ONCE_INIT;

static void read_settings(void)
{
    const char *devices = secure_getenv("GANTRY_DEVICES");
    settings = (struct gantry_settings){
        .offload = offload_policy(),
        .devices_set = devices && *devices,
        .default_device = default_device(),
        .teams = gantry_knob_number("TEAMS", 0),
        .threads = gantry_knob_number("THREADS", 0),
        .lanes = gantry_knob_number("LANES", 0),
        .march = gantry_knob_number("MARCH", NOT_SAID),
        .space = space_policy(),
    };
}

const struct gantry_settings *gantry_settings(void)
{
    pthread_once(&settings_once, read_settings);
    return &settings;
}
