/* job.c: the words of the commands that make code of a file. */
#include "job.h"

#include <stdlib.h>
#include <string.h>

const char *const job_lenient_flags[] = {
#define LENIENT(flag) flag,
#include "../tables/lenient.def"
#undef LENIENT
    NULL,
};

void job_user_flags(struct cc *cc, struct list *out)
{
    ADD(cc, out, "-Wno-unused-command-line-argument");
    flags_at(cc, AT_TEXT | AT_HOST, out);
    ADD(cc, out, NULL);
    out->w.n--;
}

bool job_generate_words(struct job *j, struct list *argv)
{
    struct cc *cc = j->cc;
    const char *core = core_path(cc);
    if (!core)
        return false;
    list_add(cc, argv,
             (const char *const[]){core, "generate", "--path", j->in->path, "--include", cc->include, "--text", j->text,
                                   "--name", j->in->name, NULL});
    if (cc->no_host_checks)
        ADD(cc, argv, "--no-host-checks");
    if (cc->no_host_simd)
        ADD(cc, argv, "--no-host-simd");
    if (cc->deterministic)
        ADD(cc, argv, "--deterministic");
    if (cc->verify)
        ADD(cc, argv, "--verify");
    if (cc->openacc)
        ADD(cc, argv, "--openacc");
    if (cc->in_place_form)
        ADD(cc, argv, "--in-place-form");
    if (cc->check)
        ADD(cc, argv, "--check");
    if (cc->lockstep)
        ADD(cc, argv, "--lockstep");
    if (cc->debug && (!cc->opt || strcmp(cc->opt, "-O0") == 0 || strcmp(cc->opt, "-Og") == 0))
        ADD(cc, argv, "--debuggable");
    if (cc->no_single_launch)
        ADD(cc, argv, "--no-single-launch");
    if (cc->no_loop_order)
        ADD(cc, argv, "--no-loop-order");
    if (cc->no_narrow)
        ADD(cc, argv, "--no-narrow");
    if (cc->no_acc_proofs)
        ADD(cc, argv, "--no-acc-proofs");
    if (cc->no_acc_steps)
        ADD(cc, argv, "--no-acc-steps");
    if (cc->no_acc_sections)
        ADD(cc, argv, "--no-acc-sections");
    if (cc->no_rounds)
        ADD(cc, argv, "--no-rounds");
    if (cc->no_apart)
        ADD(cc, argv, "--no-apart");
    if (cc->no_variants || cc->simd_group)
        ADD(cc, argv, "--no-variants");
    const char *tuned = cc->tuned ? tuned_table(cc) : NULL;
    if (cc->tuned && !tuned)
        return false;
    if (tuned)
        list_add(cc, argv, (const char *const[]){"--tuned", tuned, NULL});
    if (cc->teams_mode)
        list_add(cc, argv, (const char *const[]){"--teams-mode", cc->teams_mode, NULL});
    if (cc->parallel_mode)
        list_add(cc, argv, (const char *const[]){"--parallel-mode", cc->parallel_mode, NULL});
    return true;
}

void job_file_words(struct job *j, struct list *argv)
{
    flags_for_core(j->cc, argv);
    ADD(j->cc, argv, "--");
    job_user_flags(j->cc, argv);
}

/* The user's own -ffile-prefix-map, -fdebug-prefix-map: a name is mapped once, so what ours maps to is what theirs
 * does. */
static const char *user_mapped(struct cc *cc, const char *name)
{
    static const char *const options[] = {"-ffile-prefix-map=", "-fdebug-prefix-map="};
    const char *mapped = name;
    for (size_t i = 0; i < cc->flags.n; i++)
        for (int k = 0; k < 2; k++) {
            const char *map = cc->flags.v[i].text + strlen(options[k]), *equals;
            if (str_starts(cc->flags.v[i].text, options[k]) && (equals = strchr(map, '=')) != NULL &&
                strncmp(name, map, (size_t)(equals - map)) == 0)
                mapped = arena_printf(cc->arena, "%s%s", equals + 1, name + (equals - map));
        }
    return mapped;
}

/* Names of temporary folders must not reach objects: same input, same bytes. */
void job_stable_names(struct job *j, const char *folder, struct list *argv)
{
    struct cc *cc = j->cc;
    const char *slash = strrchr(j->in->name, '/');
    const char *dir = slash ? arena_strndup(cc->arena, j->in->name, (size_t)(slash - j->in->name) + 1) : "";
    ADD(cc, argv, arena_printf(cc->arena, "-ffile-prefix-map=%s/=%s", folder, user_mapped(cc, dir)));
    ADD(cc, argv, arena_printf(cc->arena, "-ffile-prefix-map=%s=%s", cc->include, "gantry"));
}

/* An OpenMP before the one that Clang takes by itself: it would refuse words of the code that Gantry generates. */
static bool is_old_openmp(const char *flag)
{
    static const char version[] = "-fopenmp-version=";
    return str_starts(flag, version) && atoi(flag + sizeof version - 1) < 51;
}

/* Flags of the host compile of generated C: what belongs to the preprocessor is done; link-time optimisation would
 * leave no object to carry device code in, so it ends at files with regions. */
static void host_flags(const struct job *j, struct list *argv)
{
    struct cc *cc = j->cc;
    for (size_t i = 0; i < cc->flags.n; i++) {
        const char *s = cc->flags.v[i].text;
        bool lto = j->device && (str_starts(s, "-flto") || str_starts(s, "-ffat-lto"));
        if (cc->flags.v[i].at & AT_HOST &&
            !(lto || is_old_openmp(s) || str_starts(s, "-Werror") || str_starts(s, "-pedantic-errors")))
            ADD(cc, argv, s);
    }
}

/* References call mathematics as devices do: where the host compiler knows better, bits would differ. */
static const char *const calls_of_mathematics[] = {
#define MATH(NAME, ARGUMENTS, UNITS) "-fno-builtin-" #NAME, "-fno-builtin-" #NAME "f",
#include "gantry_math.def"
#undef MATH
    NULL};

void job_host_words(struct job *j, const char *c, const char *out, struct list *argv)
{
    struct cc *cc = j->cc;
    /* the same arithmetic on both sides; a flag of the user's comes later and wins */
    list_add(cc, argv,
             (const char *const[]){j->clang, "-fno-crash-diagnostics", "-fopenmp",
                                   j->device ? "-ffp-contract=off" : NULL, NULL});
    host_flags(j, argv);
    instrument_host(cc, argv);
    list_add(cc, argv, job_lenient_flags);
    if (cc->verify)
        list_add(cc, argv, calls_of_mathematics);
    if (!cc->archs.w.n)
        ADD(cc, argv, "-D__GANTRY_NO_IMAGES__");
    job_stable_names(j, arena_strndup(cc->arena, c, (size_t)(strrchr(c, '/') - c)), argv);
    list_add(cc, argv,
             (const char *const[]){"-w", "-I", cc->include, cc->stage == STAGE_ASM ? "-S" : "-c", "-x", "c", c, "-o",
                                   out, NULL});
}
