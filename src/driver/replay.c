/* replay.c: `gantry replay`: runs one recorded region alone (docs/replay.md). The program itself is started, the
 * recorded one or one made now of sources; by GANTRY_REPLAY its runtime takes over before main
 * (runtime/verify/replay.c). */
#define _GNU_SOURCE /* memmem, setenv */
#include "driver.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../include/gantry_abi.h"
#include "../../lib/check/golden.h"

enum { EXIT_NOTHING = 2 }; /* no region was replayed */

/* The options before "--". word: what GANTRY_REPLAY gets, with the value; NULL: it is of use here */
enum option {
    REGION,
    AS,
    LAUNCH,
    TEAMS,
    THREADS,
    LANES,
    ARCH,
    DEVICE,
    TIME,
    TIMES_TO,
    LIMITS_TO,
    TOLERANCE,
    PROGRAM,
    NULL_POINTERS,
    OPTIONS
};
static const struct {
    const char *name, *word;
    enum { TEXT, NUMBER, MAYBE, FLAG } value; /* MAYBE: a number, after "=" only */
} options[OPTIONS] = {
    [REGION] = {"--region", "region", TEXT},
    [AS] = {"--as", "as", TEXT},
    [LAUNCH] = {"--launch", "launch", NUMBER},
    [TEAMS] = {"--teams", "teams", NUMBER},
    [THREADS] = {"--threads", "threads", NUMBER},
    [LANES] = {"--lanes", "lanes", NUMBER},
    [ARCH] = {"--offload-arch", "arch", TEXT},
    [DEVICE] = {"--device", NULL, TEXT},
    [TIME] = {"--time", "time", MAYBE},
    [TOLERANCE] = {"--tolerance", NULL, TEXT},
    [TIMES_TO] = {"--times-to", "times", TEXT},
    [PROGRAM] = {"--program", NULL, TEXT},
    [LIMITS_TO] = {"--limits-to", "limits", TEXT},
    [NULL_POINTERS] = {"--null", "null", FLAG},
};
const char *const replay_options[] = {"--region",  "--as",           "--launch", "--teams", "--threads",
                                      "--lanes",   "--offload-arch", "--device", "--time",  "--tolerance",
                                      "--program", "--null",         NULL};
#define USUAL_LAUNCHES "20"

struct replay {
    const char *file, *given[OPTIONS]; /* given: values; NULL: not given */
    int nrest;
    char **rest; /* sources and options of gantry cc */
};
static struct replay asked; /* read by `environment` */

static int usage(const char *what, const char *word)
{
    fprintf(stderr, "gantry: error: gantry replay: %s%s%s%s\n", what, word ? " '" : "", word ? word : "",
            word ? "'" : "");
    return EXIT_NOTHING;
}

/* ---- the command line ---- */
/* Is it that option? *value: behind "=", or NULL */
static bool is_option(const char *word, const char *name, const char **value)
{
    size_t n = strlen(name);
    if (strncmp(word, name, n) != 0 || (word[n] && word[n] != '='))
        return false;
    *value = word[n] ? word + n + 1 : NULL;
    return true;
}

static bool is_number(const char *s)
{
    char *end;
    errno = 0;
    long v = strtol(s, &end, 10);
    return *s >= '0' && *s <= '9' && !*end && v >= 1 && v <= INT_MAX && errno == 0;
}

/* How many words it takes; 0 after a message */
static int take(struct replay *r, int argc, char **argv)
{
    for (int i = 0; i < OPTIONS; i++) {
        const char *value;
        if (!is_option(argv[0], options[i].name, &value))
            continue;
        bool next = !value && (options[i].value == TEXT || options[i].value == NUMBER);
        if (next && argc < 2)
            return usage("a value is missing behind", argv[0]), 0;
        if (options[i].value == FLAG && value)
            return usage("no value belongs to", options[i].name), 0;
        value = next ? argv[1] : value ? value : options[i].value == MAYBE ? USUAL_LAUNCHES : "";
        if ((options[i].value == NUMBER || options[i].value == MAYBE) && !is_number(value))
            return usage(arena_printf(arena_new(), "%s takes a number from 1 up, not", options[i].name), value), 0;
        r->given[i] = value;
        return next ? 2 : 1;
    }
    if (argv[0][0] == '-' && argv[0][1])
        return usage("there is no option (gantry help replay); those of gantry cc follow '--':", argv[0]), 0;
    if (r->file)
        return usage("one recording is replayed; sources follow '--':", argv[0]), 0;
    r->file = argv[0];
    return 1;
}

static bool parse(struct replay *r, int argc, char **argv)
{
    int i = 0;
    for (int n; i < argc && strcmp(argv[i], "--") != 0; i += n)
        if ((n = take(r, argc - i, argv + i)) == 0)
            return false;
    r->nrest = i < argc ? argc - i - 1 : 0;
    r->rest = argv + argc - r->nrest;
    if (!r->file)
        return usage("which recording? gantry replay FILE --region FUNCTION:LINE (gantry help replay)", NULL), false;
    if (r->nrest && r->given[PROGRAM])
        return usage("--program is for a program that is there; sources make one", NULL), false;
    const char *device = r->given[DEVICE];
    if (device && strcmp(device, "emulated") != 0 && strcmp(device, "cuda") != 0 && strcmp(device, "host") != 0 &&
        strcmp(device, "in-place") != 0)
        return usage("--device takes emulated, cuda, host or in-place, not", device), false;
    return true;
}

/* ---- what the program's runtime is told ---- */
static void environment(struct cc *cc)
{
    struct sb words = {0};
    const char *device = asked.given[DEVICE], *tolerance = asked.given[TOLERANCE];
    bool place = device && strcmp(device, "in-place") == 0, host = place || (device && strcmp(device, "host") == 0);
    for (int i = 0; i < OPTIONS; i++)
        if (asked.given[i] && options[i].word)
            sb_printf(&words, "%s%s%s,", options[i].word, options[i].value == FLAG ? "" : "=",
                      options[i].value == FLAG ? "" : asked.given[i]);
    sb_printf(&words, "%s%sfile=%s", host ? "host," : "", place ? "place," : "", asked.file);
    setenv("GANTRY_REPLAY", words.s, 1);
    setenv("GANTRY_VERIFY", tolerance ? arena_printf(cc->arena, "region,tolerance=%s", tolerance) : "region", 1);
    unsetenv("GANTRY_GOLDEN");
    unsetenv("GANTRY_TUNED");
    unsetenv("GANTRY_LANES");
    unsetenv("GANTRY_MARCH");
    if (asked.given[LANES]) /* which of a kernel's variants, where it has some */
        setenv("GANTRY_LANES", asked.given[LANES], 1);
    setenv("OMP_TARGET_OFFLOAD", "MANDATORY", 1);
    if (device && !host)
        setenv("GANTRY_DEVICES", device, 1);
    else if (!getenv("GANTRY_DEVICES") || !*getenv("GANTRY_DEVICES"))
        setenv("GANTRY_DEVICES", "cuda,emulated", 1); /* an emulated one where there is no GPU */
    sb_free(&words);
}

/* ---- a program that is there ---- */
static const struct golden_api *library(struct cc *cc)
{
    void *l = dlopen(arena_printf(cc->arena, "%s/libgantry_check.so.1", cc->lib), RTLD_NOW);
    const struct golden_api *(*find)(unsigned) = NULL;
    void *symbol = l ? dlsym(l, "gantry_golden_api") : NULL;
    memcpy(&find, &symbol, sizeof find);
    const struct golden_api *api = find ? find(GOLDEN_ABI) : NULL;
    if (!api)
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "Gantry is not installed completely: %s",
             l ? "its libgantry_check.so.1 is of another version" : dlerror());
    return api;
}

static bool has_regions(const struct golden_api *golden, const struct golden_file *f)
{
    for (uint32_t i = 0; i < golden->count(f); i++)
        if (golden->at(f, i)->moment != GOLDEN_CHECK)
            return true;
    return false;
}

/* A recording of somebody else could have any program started. */
static bool is_own(struct cc *cc, const char *recording)
{
    struct stat s;
    if (stat(recording, &s) != 0 || s.st_uid == geteuid() || s.st_uid == 0)
        return true; /* one that cannot be read is said when it is opened */
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
         "'%s' belongs to another user, and names the program to start: give the program by --program, or its sources "
         "after '--'",
         recording);
    return false;
}

/* The program that made the recording; NULL after a message */
static const char *recorded_program(struct cc *cc)
{
    if (!is_own(cc, asked.file))
        return NULL;
    char error[1024] = "";
    const struct golden_api *golden = library(cc);
    struct golden_file *f = golden ? golden->open(asked.file, error, sizeof error) : NULL;
    if (!f) {
        if (golden)
            diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "%s", error);
        return NULL;
    }
    const struct golden_origin *origin = golden->origin(f);
    const char *program = origin && origin->program ? arena_strdup(cc->arena, origin->program) : "";
    bool regions = has_regions(golden, f);
    golden->close(f);
    if (!regions)
        return diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, GOLDEN_NO_REGIONS, asked.file), NULL;
    if (!*program)
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
             "'%s' does not say which program made it: give the program by --program, or its sources after '--'",
             asked.file);
    return *program ? program : NULL;
}

static bool takes_over(struct cc *cc, const char *program)
{
    size_t n = 0;
    const char *bytes = file_read(cc->arena, program, &n);
    if (!bytes)
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "'%s' cannot be read: %s%s", program, strerror(errno),
             asked.given[PROGRAM]
                 ? ""
                 : "; it made the recording. Give the program by --program, or its sources after '--'");
    else if (memmem(bytes, n, GANTRY_REPLAY_MARK, sizeof GANTRY_REPLAY_MARK - 1))
        return true;
    else
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL,
             "'%s' was not linked with -fverify by this version of Gantry: it would run as usual. Link it with "
             "-fverify, or "
             "give its sources after '--'",
             program);
    return false;
}

static int run_program_there(void)
{
    struct cc cc;
    cc_init(&cc, arena_new());
    if (!install_find(&cc))
        return EXIT_NOTHING;
    const char *program = asked.given[PROGRAM] ? asked.given[PROGRAM] : recorded_program(&cc);
    if (!program || !takes_over(&cc, program))
        return EXIT_NOTHING;
    environment(&cc);
    const char *path = strchr(program, '/') ? program : arena_printf(cc.arena, "./%s", program);
    const char *const words[] = {path, NULL};
    run_as_user();
    execv(path, (char *const *)words);
    diag(&cc.diag, DIAG_ERROR, (struct loc){0}, NULL, "cannot run '%s': %s", program, strerror(errno));
    return EXIT_NOTHING;
}

/* ---- one that is made of sources: lanes and GPUs are chosen when it is linked ---- */
static int run_made(void)
{
    static const struct run_kind kind = {.name = "replay", .environment = environment};
    struct arena *a = arena_new();
    const char **words = arena_alloc(a, ((size_t)asked.nrest + 4) * sizeof *words);
    int n = 0;
    words[n++] = "-fverify";
    if (asked.given[LANES])
        words[n++] = arena_printf(a, "--simd-group=%s", asked.given[LANES]);
    if (asked.given[ARCH])
        words[n++] = arena_printf(a, "--offload-arch=%s", asked.given[ARCH]);
    for (int i = 0; i < asked.nrest; i++)
        words[n++] = asked.rest[i];
    words[n] = NULL;
    int status = run_compiled(&kind, n, (char **)words);
    return status == EXIT_USER ? EXIT_NOTHING : status; /* it was not compiled */
}

int replay_main(int argc, char **argv)
{
    if (!parse(&asked, argc, argv))
        return EXIT_NOTHING;
    if (asked.nrest)
        return run_made();
    return run_program_there();
}
