/* profile.c: `gantry profile`: a program as `gantry run` would run it, with its profile, the page of it, and how far
 * its regions are from what the device can do; `gantry report`. */
#define _GNU_SOURCE
#include "driver.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../report/report.h"

static char *profile_page, *profile_file; /* --html: the page, and the profile that it is made of; NULL: no page */
static bool with_roofline, with_all, with_softgpu, without_runtime;
static char **asked_words; /* that compile the program, and behind "--" its own */
static int nwords;
static char
    *counts_file; /* what regions compute and move, of a run that counts; NULL: not asked for, or not to be had */

/* The profile that the user's words of GANTRY_PROFILE ask for, as a program writes only one; NULL: none */
static char *trace_asked(struct arena *a, const char *words)
{
    char *rest = NULL, *all = arena_strdup(a, words ? words : "");
    for (char *w = strtok_r(all, ",", &rest); w; w = strtok_r(NULL, ",", &rest))
        if (str_ends(w, ".json"))
            return w;
    return NULL;
}

/* A program without regions, and without a call of the runtime's, has none of it: nobody would say anything. */
static void look_for_runtime(struct cc *cc, const char *program)
{
    static const char sign[] = "gantry profile%s%s: %s in all";
    size_t n = 0;
    const char *text = file_read(cc->arena, program, &n);
    without_runtime = text && !memmem(text, n, sign, sizeof sign - 1);
    if (without_runtime)
        fputs(
            "gantry profile: the program uses nothing of Gantry's runtime: it has no region for a device, and calls no "
            "routine of one. There is no profile of it\n",
            stderr);
}

static void for_profile(struct cc *cc)
{
    const char *words = getenv("GANTRY_PROFILE"), *all = words && *words ? arena_printf(cc->arena, "1,%s", words) : "1";
    bool report = profile_page || with_roofline;
    if (with_roofline) /* the report has the table, too */
        all = words && *words ? words : "";
    profile_file = report ? trace_asked(cc->arena, words) : NULL;
    if (report && !profile_file) {
        profile_file = temp_path(cc->arena, "profile", ".json");
        all = *all ? arena_printf(cc->arena, "%s,%s", all, profile_file) : profile_file;
    }
    if (with_all)
        all = arena_printf(cc->arena, "all,%s", all);
    setenv("GANTRY_PROFILE", all, 1);
    if (!with_softgpu)
        return;
    run_on_softgpu(cc);
    setenv("GANTRY_SOFTGPU_COUNTS", "1", 0);
}

/* Why regions are as they are, for the page: of the words that compile the program; NULL: nothing was said */
static char *reasons_of(struct arena *a)
{
    const char **words = arena_alloc(a, ((size_t)nwords + 4) * sizeof *words);
    int n = 0;
    words[n++] = "/proc/self/exe";
    words[n++] = "explain";
    words[n++] = "--json";
    for (int i = 0; i < nwords && strcmp(asked_words[i], "--") != 0; i++)
        words[n++] = asked_words[i];
    words[n] = NULL;
    struct run_result r = run_program(a, words, RUN_CAPTURE_OUT | RUN_DISCARD_ERR);
    char *file = temp_path(a, "reasons", ".json");
    return r.status == 0 && r.out_len && file_write(file, r.out, r.out_len) ? file : NULL;
}

/* The program's own status stays, unless it is good and the report is not. */
static int after_profile(struct cc *cc, const char *const *words, int status)
{
    (void)words;
    char *given[7] = {profile_file}, every[] = "--all";
    int n = 1, written = EXIT_GOOD;
    if (without_runtime)
        return status;
    if (counts_file)
        given[n++] = counts_file;
    if (with_all)
        given[n++] = every;
    if (with_roofline) { /* beside what the program prints */
        fflush(stdout);
        dup2(STDERR_FILENO, STDOUT_FILENO);
        written = report_command(n, given);
    }
    if (profile_page && written == EXIT_GOOD) {
        char *reasons = reasons_of(cc->arena);
        if (reasons)
            given[n++] = reasons;
        given[n++] = "-o";
        given[n++] = profile_page;
        written = report_command(n, given);
        if (written == EXIT_GOOD)
            fprintf(stderr, "gantry profile: the report is in %s\n", profile_page);
    }
    return status ? status : written;
}

/* ---- --roofline: what regions compute and must move is counted by a run on the emulated device ---- */

/* Another command of gantry's; what it prints is not shown. */
static int gantry(struct arena *a, const char *const *first, int argc, char **argv)
{
    const char **words = arena_alloc(a, ((size_t)argc + 8) * sizeof *words);
    int n = 0;
    words[n++] = "/proc/self/exe";
    while (*first)
        words[n++] = *first++;
    for (int i = 0; i < argc; i++)
        words[n++] = argv[i];
    return run_program(a, words, RUN_DISCARD_OUT).status;
}

static void set(const char *name, const char *value) { value ? (void)setenv(name, value, 1) : (void)unsetenv(name); }

int counted_run(struct arena *a, int argc, char **argv, const char *counts, const char *profile)
{
    const struct {
        const char *name, *value;
    } wanted[] = {{"GANTRY_DEVICES", "emulated"},
                  {"OMP_TARGET_OFFLOAD", "MANDATORY"},
                  {"GANTRY_PROFILE", profile},
                  {"GANTRY_EMULATED_COUNTS", counts}};
    enum { WANTED = sizeof wanted / sizeof *wanted };
    const char *had[WANTED];
    for (size_t i = 0; i < WANTED; i++) {
        had[i] = getenv(wanted[i].name) ? arena_strdup(a, getenv(wanted[i].name)) : NULL;
        set(wanted[i].name, wanted[i].value);
    }
    int status = gantry(a, (const char *const[]){"run", "--count", "--offload-arch=emulated", NULL}, argc, argv);
    for (size_t i = 0; i < WANTED; i++)
        set(wanted[i].name, had[i]);
    return status;
}

static void count(struct arena *a, int argc, char **argv)
{
    char *file = temp_path(a, "counts", ".json");
    gantry(a, (const char *const[]){"devices", "--measure", NULL}, 0, NULL);
    fputs("gantry profile: a run on the emulated device counts what regions compute and move ...\n", stderr);
    int status = counted_run(a, argc, argv, file, NULL);
    if (access(file, R_OK) == 0)
        counts_file = file;
    else
        fprintf(stderr, "gantry profile: warning: nothing was counted (status %d): there is no roofline\n", status);
}

/* Takes --html OUT, --all, --softgpu and --roofline out of the words before "--"; an exit status after a message. */
static int take_options(int *argc, char **argv)
{
    int n = 0;
    bool words = true;
    for (int i = 0; i < *argc; i++) {
        words = words && strcmp(argv[i], "--") != 0;
        bool alone = words && strcmp(argv[i], "--html") == 0, joined = words && str_starts(argv[i], "--html=");
        if (words && strcmp(argv[i], "--roofline") == 0) {
            with_roofline = true;
            continue;
        }
        if (words && strcmp(argv[i], "--softgpu") == 0) {
            with_softgpu = true;
            continue;
        }
        if (words && strcmp(argv[i], "--all") == 0) {
            with_all = true;
            continue;
        }
        if (!alone && !joined) {
            argv[n++] = argv[i];
            continue;
        }
        profile_page = joined ? argv[i] + strlen("--html=") : i + 1 < *argc ? argv[++i] : NULL;
        if (!profile_page || !*profile_page || strcmp(profile_page, "--") == 0) {
            fputs("gantry: error: gantry profile: --html needs the name of the page\n", stderr);
            return EXIT_USAGE;
        }
    }
    *argc = n;
    return EXIT_GOOD;
}

int profile_main(int argc, char **argv)
{
    static const struct run_kind kind = {.name = "profile", .environment = for_profile, .before = look_for_runtime},
                                 with_page = {.name = "profile",
                                              .environment = for_profile,
                                              .after = after_profile,
                                              .before = look_for_runtime};
    if (argc > 0 && strcmp(argv[0], "merge") == 0)
        return merge_main(argc - 1, argv + 1);
    int status = take_options(&argc, argv);
    asked_words = argv, nwords = argc;
    if (status == EXIT_GOOD && with_roofline)
        count(arena_new(), argc, argv);
    return status ? status : run_compiled(profile_page || with_roofline ? &with_page : &kind, argc, argv);
}

int report_main(int argc, char **argv) { return report_command(argc, argv); }
