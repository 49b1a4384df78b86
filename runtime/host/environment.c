/* environment.c: OpenMP's environment variables for devices (OpenMP 5.2, 21), the forms NAME_DEV_n, NAME_DEV and
 * NAME_ALL among them, and omp_display_env. Rows: gantry_environment.def. An invalid value is reported. */
#define _GNU_SOURCE /* memfd_create */
#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host.h"
#include "libomp.h"

enum scope { PROGRAM, HOST_TOO, SUFFIXED };
enum kind { NUMBER, LEVELS, SWITCH, SCHEDULE, SIZE, ALLOCATOR, OTHER };
static const struct variable {
    const char *name, *fallback;
    enum kind kind;
    enum scope scope;
} variables[] = {
#define VARIABLE(NAME, KIND, SCOPE, DEFAULT, HELP) {#NAME, DEFAULT, KIND, SCOPE},
#include "gantry_environment.def"
#undef VARIABLE
};

static const struct variable *variable_named(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(variables); i++)
        if (strcmp(variables[i].name, name) == 0)
            return &variables[i];
    return NULL;
}

/* ---- values ---- */
static const char *skip_blanks(const char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    return s;
}

/* If one of `names` (NULL ends them) stands at s: its length, and *which it is; else 0. */
static size_t word_of(const char *s, const char *const *names, int *which)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    for (*which = 0; names[*which]; ++*which)
        if (strlen(names[*which]) == n && strncasecmp(s, names[*which], n) == 0)
            return n;
    return 0;
}

/* true and false, and what else the host's OpenMP library takes for them */
static bool parse_switch(const char *s, uint64_t *out)
{
    static const char *const words[] = {"false", "true", "0", "1", "off", "on", "no", "yes", "f", "t", "n", "y", NULL};
    int which;
    bool dots = *s == '.'; /* .T., .FALSE. */
    size_t n = word_of(s += dots, words, &which);
    n += n && dots && s[n] == '.';
    *out = (uint64_t)which & 1;
    return n && !*skip_blanks(s + n);
}

static bool parse_whole_number(const char *s, size_t n, uint64_t least, uint64_t *out)
{
    char digits[32];
    if (n >= sizeof digits)
        return false;
    memcpy(digits, s, n);
    digits[n] = 0;
    return gantry_parse_number(digits, out) && *out >= least && *out <= INT_MAX;
}

/* OMP_NUM_THREADS may list a number for each nesting level; devices have one level */
static bool parse_first_number(const char *s, uint64_t least, uint64_t *out)
{
    uint64_t other;
    bool ok = parse_whole_number(s, strcspn(s, ","), least, out);
    while (ok && *(s += strcspn(s, ",")))
        ok = parse_whole_number(s + 1, strcspn(s + 1, ","), least, &other) && s++;
    return ok;
}

/* [modifier:]kind[,chunk] as kind | chunk << 32; the kinds have the values of omp_sched_t */
static bool parse_schedule(const char *s, uint64_t *out)
{
    static const char *const kinds[] = {"", "static", "dynamic", "guided", "auto", NULL};
    static const char *const modifiers[] = {"nonmonotonic", "monotonic", NULL};
    int modifier = 0, kind;
    uint64_t chunk = 0;
    size_t n = word_of(s, modifiers, &modifier);
    if (n && *(s = skip_blanks(s + n)) != ':')
        return false;
    s = n ? skip_blanks(s + 1) : s;
    bool monotonic = n && modifier == 1;
    if (!(n = word_of(s, kinds, &kind)))
        return false;
    s = skip_blanks(s + n);
    if (*s && (*s != ',' || !gantry_parse_number(s + 1, &chunk) || chunk < 1 || chunk > INT_MAX))
        return false;
    *out = (uint64_t)kind | (monotonic ? 0x80000000u : 0) | chunk << 32;
    return true;
}

/* bytes; without a suffix it is kilobytes */
static bool parse_size(const char *s, uint64_t *out)
{
    char *end;
    if (!isdigit((unsigned char)*s))
        return false;
    unsigned long long v = strtoull(s, &end, 10);
    static const char suffixes[] = "bkmg";
    const char *suffix = *(end = (char *)skip_blanks(end)) ? strchr(suffixes, tolower((unsigned char)*end)) : NULL;
    unsigned shift = suffix ? 10u * (unsigned)(suffix - suffixes) : 10;
    if (*end && (!suffix || *skip_blanks(end + 1)))
        return false;
    *out = v << shift;
    return v > 0 && *out >> shift == v;
}

static const char *const allocators[] = {
    "omp_null_allocator",      "omp_default_mem_alloc",
    "omp_large_cap_mem_alloc", "omp_const_mem_alloc",
    "omp_high_bw_mem_alloc",   "omp_low_lat_mem_alloc",
    "omp_cgroup_mem_alloc",    "omp_pteam_mem_alloc",
    "omp_thread_mem_alloc",    NULL,
};
static bool parse_allocator(const char *s, uint64_t *out)
{
    int which;
    size_t n = word_of(s, allocators, &which);
    *out = (uint64_t)which;
    return n && which > 0 && !*skip_blanks(s + n);
}

static bool parse(enum kind kind, const char *text, uint64_t *out)
{
    const char *s = skip_blanks(text);
    switch (kind) {
    case NUMBER:
        return parse_first_number(s, 1, out);
    case LEVELS:
        return parse_first_number(s, 0, out);
    case SWITCH:
        return parse_switch(s, out);
    case SCHEDULE:
        return parse_schedule(s, out);
    case SIZE:
        return parse_size(s, out);
    case ALLOCATOR:
        return parse_allocator(s, out);
    case OTHER:
        break;
    }
    return false;
}

static const char *what_is_wrong(enum kind kind)
{
    static const char *const texts[] = {
        [NUMBER] = "a positive number",
        [LEVELS] = "a number",
        [SWITCH] = "true or false",
        [SCHEDULE] = "static, dynamic, guided or auto, with a chunk size after a comma",
        [SIZE] = "a size in kilobytes, or with B, K, M or G",
        [ALLOCATOR] = "a predefined allocator, which is what a device can take from the environment",
        [OTHER] = "",
    };
    return texts[kind];
}

/* ---- which variable a device follows: NAME_DEV_n, NAME_DEV, NAME_ALL, and NAME itself if it is for devices too; the
 * most specific one that is valid ---- */
static void complain(const struct variable *v, const char *name, const char *text)
{
    gantry_warn("%s=%s is not %s; it is ignored", name, text, what_is_wrong(v->kind));
}

static atomic_bool said[COUNT_OF(variables)][4]; /* by the suffixes below */

struct setting {
    uint64_t value;
    const char *text;
    char variable[96];
};

static bool setting_of(const struct variable *v, int device, bool say, struct setting *out)
{
    char numbered[32];
    snprintf(numbered, sizeof numbered, "_DEV_%d", device);
    const char *const suffixes[] = {numbered, "_DEV", "_ALL", ""};
    for (size_t i = 0; i < COUNT_OF(suffixes) - (v->scope == SUFFIXED); i++) {
        snprintf(out->variable, sizeof out->variable, "%s%s", v->name, suffixes[i]);
        out->text = getenv(out->variable);
        if (!out->text || !*out->text)
            continue;
        if (parse(v->kind, out->text, &out->value))
            return true;
        if (say && (i == 0 || !atomic_exchange(&said[v - variables][i], true))) /* several devices may read one */
            complain(v, out->variable, out->text);
    }
    return false;
}

static uint64_t value_of(const char *name, int device, uint64_t none)
{
    struct setting s;
    return setting_of(variable_named(name), device, true, &s) ? s.value : none;
}

struct gantry_limits gantry_device_limits(int device)
{
    uint64_t schedule = value_of("OMP_SCHEDULE", device, 0);
    value_of("OMP_DYNAMIC", device, 0); /* it has no effect on devices, but an invalid value is reported */
    return (struct gantry_limits){
        .num_teams = (int)value_of("OMP_NUM_TEAMS", device, 0),
        .teams_thread_limit = (int)value_of("OMP_TEAMS_THREAD_LIMIT", device, 0),
        .thread_limit = (int)value_of("OMP_THREAD_LIMIT", device, 0),
        .num_threads = (int)value_of("OMP_NUM_THREADS", device, 0),
        .max_levels = value_of("OMP_MAX_ACTIVE_LEVELS", device, 1) != 0,
        .schedule = (int)(uint32_t)schedule,
        .chunk = (int)(schedule >> 32),
        .allocator = (int)value_of("OMP_ALLOCATOR", device, 0),
        .cancellation = value_of("OMP_CANCELLATION", device, 0) != 0,
    };
}

void gantry_fill_icvs(const struct gantry_dev *d, struct gantry_env *env)
{
    const struct gantry_limits *l = &d->limits;
    env->num_threads = l->num_threads;
    env->max_teams = l->num_teams;
    env->teams_thread_limit = l->teams_thread_limit;
    env->schedule = l->schedule;
    env->chunk = l->chunk;
    env->default_device = gantry_settings()->default_device;
    env->inactive = !l->max_levels;
    env->allocator = l->allocator;
    env->flags = l->cancellation ? GANTRY_ENV_CANCEL : 0;
}

static _Thread_local int opening; /* the device that this thread is opening: plug-ins ask for its settings meanwhile */
void gantry_environment_of(int device) { opening = device; }

/* GANTRY_<knob> where that is set, else OMP_STACKSIZE_DEV … of the device being opened, else the knob's default */
uint64_t gantry_stack_bytes(const char *knob, uint64_t none)
{
    char variable[64];
    snprintf(variable, sizeof variable, "GANTRY_%s", knob);
    const char *own = getenv(variable);
    uint64_t bytes = own && *own ? 0 : value_of("OMP_STACKSIZE", opening, 0);
    return bytes ? bytes : gantry_knob_number(knob, none);
}

static char *display; /* the value of OMP_DISPLAY_ENV */
static void display_at_last(void) { gantry_display_at_start(0); }

/* ---- before the host's OpenMP library reads any variable: what both would report is reported once, here, and taken
 * out of the environment, where some of it would end the library with a failed assertion ---- */
static char *take_variable(const char *name)
{
    const char *text = getenv(name);
    char *copy = text && *text ? strdup(text) : NULL;
    if (text)
        unsetenv(name);
    return copy;
}

/* More than the machine's memory is more than a thread's stack can be: the library would end with an error. */
static bool is_too_large(const struct variable *v, uint64_t value)
{
    return v->kind == SIZE && value / (uint64_t)sysconf(_SC_PAGESIZE) > (uint64_t)sysconf(_SC_PHYS_PAGES);
}

/* Schedules and allocators of the host are more than those of devices: about those the library knows better. */
static void check_host_value(const struct variable *v)
{
    const char *text = getenv(v->name);
    uint64_t value = 0;
    if (!text || v->kind == OTHER || (*text && (v->kind == SCHEDULE || v->kind == ALLOCATOR)))
        return;
    bool ok = *text && parse(v->kind, text, &value);
    if (ok && !is_too_large(v, value))
        return;
    if (ok)
        gantry_warn("%s=%s is more than the memory of this machine; it is ignored", v->name, text);
    else if (*text)
        complain(v, v->name, text);
    unsetenv(v->name);
}

static bool fits_host(const struct variable *v, const char *text)
{
    uint64_t value = 0;
    return parse(v->kind, text, &value) ? !is_too_large(v, value) : v->kind == ALLOCATOR && strchr(text, ':');
}

/* The library does not know the suffix _ALL, so the plain variable is set from it. */
static void host_follows_all(const struct variable *v)
{
    char all[96];
    snprintf(all, sizeof all, "%s_ALL", v->name);
    const char *text = v->scope == PROGRAM ? NULL : getenv(all);
    if (!text || !*text)
        return;
    if (fits_host(v, text)) {
        setenv(v->name, text, 0);
        return;
    }
    complain(v, all, text);
    unsetenv(all);
}

/* In a set-user-id program the library shall load and write nothing that its caller names. */
static void hide_files(void)
{
    static const char *const names[] = {"OMP_TOOL_LIBRARIES", "OMP_TOOL_VERBOSE_INIT", "KMP_CPUINFO_FILE"};
    for (size_t i = 0; getauxval(AT_SECURE) && i < COUNT_OF(names); i++)
        unsetenv(names[i]);
}

/* Before constructors of users, which may execute constructs. */
__attribute__((constructor(101))) static void prepare_environment(void)
{
    hide_files();
    gantry_remove_leftover();
    uint64_t number;
    if ((display = take_variable("OMP_DISPLAY_ENV")) != NULL) /* the variables of both are displayed in one block */
        gantry_at_end(display_at_last);
    const char *device = getenv("OMP_DEFAULT_DEVICE");
    if (device && !parse_whole_number(device, strlen(device), 0, &number)) {
        if (*device)
            gantry_warn("OMP_DEFAULT_DEVICE=%s is not a device number; device 0 is used", device);
        unsetenv("OMP_DEFAULT_DEVICE");
    }
    gantry_offload_check();
    for (size_t i = 0; i < COUNT_OF(variables); i++) {
        check_host_value(&variables[i]);
        host_follows_all(&variables[i]);
    }
}

/* ---- omp_display_env ---- */
static void display_program(const struct variable *v)
{
    const char *text = strcmp(v->name, "OMP_DISPLAY_ENV") == 0 && display ? display : getenv(v->name);
    fprintf(stderr, "   [all] %s='%s'\n", v->name, text && *text ? text : v->fallback);
}

static void display_device(const struct variable *v, int device)
{
    struct setting s;
    bool set = setting_of(v, device, false, &s);
    fprintf(stderr, "   [device %d] %s='%s'%s%s%s\n", device, v->name, set ? s.text : v->fallback, set ? " from " : "",
            set ? s.variable : "", set || *v->fallback ? "" : ": not set");
}

/* a line "[host] NAME=…" whose variable does not concern the whole program: those have been shown as [all] */
static bool is_of_host(const char *line)
{
    char name[64];
    if (sscanf(line, "[host] %63[A-Z_]", name) != 1)
        return false;
    const struct variable *v = variable_named(name);
    return !v || v->scope != PROGRAM;
}

/* libomp prints its own block on file 2: that is redirected into a file, of which the lines of the host's variables are
 * taken. */
static void display_host(bool verbose)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    int file = libomp ? memfd_create("omp_display_env", MFD_CLOEXEC) : -1;
    int keep = file >= 0 ? fcntl(2, F_DUPFD_CLOEXEC, 3) : -1;
    if (keep >= 0) {
        fflush(stderr);
        dup2(file, 2);
        libomp->omp_display_env(verbose);
        fflush(stderr);
        dup2(keep, 2);
        close(keep);
    }
    FILE *lines = file >= 0 ? fdopen(file, "r") : NULL;
    if (!lines)
        return;
    rewind(lines);
    for (char line[1024]; fgets(line, sizeof line, lines);)
        if (is_of_host(line + strspn(line, " ")))
            fprintf(stderr, "   %s", line + strspn(line, " "));
    fclose(lines);
}

void gantry_display_environment(bool verbose, int devices)
{
    fprintf(stderr, "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n   _OPENMP='%d'\n", GANTRY_OPENMP);
    display_host(verbose);
    for (size_t i = 0; i < COUNT_OF(variables); i++)
        if (variables[i].scope == PROGRAM)
            display_program(&variables[i]);
    for (int d = 0; d < devices; d++)
        for (size_t i = 0; i < COUNT_OF(variables); i++)
            if (variables[i].scope != PROGRAM)
                display_device(&variables[i], d);
    if (verbose)
        gantry_display_knobs();
    fprintf(stderr, "OPENMP DISPLAY ENVIRONMENT END\n\n");
}

/* Obeys OMP_DISPLAY_ENV, once. */
void gantry_display_at_start(int devices)
{
    static const char *const words[] = {"false", "true", "verbose", "0", "1", NULL};
    static atomic_flag obeyed = ATOMIC_FLAG_INIT;
    const char *text = display;
    int which = 0;
    if (!text || atomic_flag_test_and_set(&obeyed))
        return;
    size_t n = word_of(skip_blanks(text), words, &which);
    if (!n || *skip_blanks(skip_blanks(text) + n))
        gantry_warn("OMP_DISPLAY_ENV=%s is none of true, false, verbose; it is ignored", text);
    else if (which == 1 || which == 2 || which == 4)
        gantry_display_environment(which == 2, devices);
    setenv("OMP_DISPLAY_ENV", text, 1); /* for programs that this one starts */
}
