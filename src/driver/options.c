/* options.c: reads a gcc-like command line by the rows of options.def. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../tables/tables.h"
#include "../tables/warnings.h"

enum style { FLAG, JOINED, NEXT, EITHER };
struct word {                /* one option as found */
    const char *name, *text; /* its row's name; the whole first word */
    const char *arg;         /* its argument, NULL when there is none */
    bool separate;           /* the argument was a word of its own */
    unsigned at;
};
typedef int action(struct cc *cc, const struct word *w);

static void keep(struct cc *cc, const char *text, unsigned at)
{
    vec_push(cc->arena, &cc->flags, (struct flag){text, at});
}

static void keep_word(struct cc *cc, const struct word *w)
{
    keep(cc, w->text, w->at);
    if (w->separate)
        keep(cc, w->arg, w->at);
}

static int bad_usage(struct cc *cc, const char *fmt, const char *what)
{
    diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, fmt, what);
    return EXIT_USAGE;
}

/* ---- actions: one per word in the last column of options.def ---- */
static int act_NONE(struct cc *cc, const struct word *w)
{
    keep_word(cc, w);
    return 0;
}
static int act_NOTHING(struct cc *cc, const struct word *w)
{
    (void)cc, (void)w;
    return 0;
}
static int act_ARCHS(struct cc *cc, const struct word *w)
{
    return archs_set(cc, w->arg, "--offload-arch") ? 0 : EXIT_USAGE;
}
static int act_CLANG_TARGETS(struct cc *cc, const struct word *w)
{
    return archs_from_clang(cc, w->arg) ? 0 : EXIT_USAGE;
}
static int act_GCC_TARGETS(struct cc *cc, const struct word *w) { return archs_from_gcc(cc, w->arg) ? 0 : EXIT_USAGE; }

static int act_DUMP(struct cc *cc, const struct word *w)
{
    unsigned bits = dumps_of(w->arg);
    if (!bits || bits & DUMP_EXPLAIN) /* which is a command */
        return bad_usage(
            cc,
            "--dump=%s: stages that can be printed are regions, tree, calls, decisions, sharing, settings, "
            "device, host, link",
            w->arg);
    cc->dump |= bits;
    return 0;
}

static int act_NO_HOST_CHECKS(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_host_checks = true;
    return 0;
}

static int act_NO_HOST_SIMD(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_host_simd = true;
    return 0;
}

static int act_NO_SINGLE_LAUNCH(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_single_launch = true;
    return 0;
}

static int act_NO_LOOP_ORDER(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_loop_order = true;
    return 0;
}

static int act_NO_NARROW(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_narrow = true;
    return 0;
}

static int act_NO_ACC_PROOFS(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_acc_proofs = true;
    return 0;
}

static int act_NO_ACC_STEPS(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_acc_steps = true;
    return 0;
}

static int act_NO_ACC_SECTIONS(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_acc_sections = true;
    return 0;
}

static int act_NO_ROUNDS(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_rounds = true;
    return 0;
}

static int act_NO_APART(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_apart = true;
    return 0;
}

static int act_NO_VARIANTS(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_variants = true;
    return 0;
}

/* Is arg one of the words (NULL ends them) or "auto"? *out is the word; NULL for "auto". */
static bool choose(const char *const *words, const char *arg, const char **out)
{
    *out = NULL;
    if (strcmp(arg, "auto") == 0)
        return true;
    for (; *words; words++) {
        if (strcmp(arg, *words) == 0) {
            *out = *words;
            return true;
        }
    }
    return false;
}

const char *const option_group_sizes[] = {"1", "2", "4", "8", "16", "32", "64", NULL};

static int act_SIMD_GROUP(struct cc *cc, const struct word *w)
{
    if (choose(option_group_sizes, w->arg, &cc->simd_group))
        return 0;
    return bad_usage(cc, "--simd-group=%s: a thread has 1, 2, 4, 8, 16, 32 or 64 lanes; auto lets Gantry choose",
                     w->arg);
}

static int act_REGISTERS(struct cc *cc, const struct word *w)
{
    bool number = *w->arg && strspn(w->arg, "0123456789") == strlen(w->arg) && strlen(w->arg) <= 3;
    cc->registers = number ? w->arg : NULL;
    long n = number ? strtol(w->arg, NULL, 10) : 0;
    if ((n > 0 && n <= MOST_REGISTERS) || strcmp(w->arg, "auto") == 0)
        return 0;
    return bad_usage(cc, "--registers=%s: a lane has 1 to 255 registers; auto gives each kernel what it takes", w->arg);
}

static int act_IN_PLACE_FORM(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->in_place_form = true;
    return 0;
}

static int act_TUNED(struct cc *cc, const struct word *w)
{
    cc->tuned = w->arg && *w->arg ? w->arg : tuned_store();
    return 0;
}

static int act_DETERMINISTIC(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->deterministic = true;
    return 0;
}

static int act_VERIFY(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->verify = true;
    return 0;
}

static int act_NO_VERIFY(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->verify = false;
    return 0;
}

static int act_CHECK(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->check = true;
    return 0;
}

static int act_NO_CHECK(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->check = false;
    return 0;
}

static int act_OPENACC(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->openacc = true;
    return 0;
}

static int act_NO_OPENACC(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->openacc = false;
    return 0;
}

static int act_NO_TEAM_SIZE(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_team_size = true;
    return 0;
}

static int act_LOCKSTEP(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->lockstep = true;
    return 0;
}

const char *const option_modes[] = {"spmd", "generic", NULL};

static int act_TEAMS_MODE(struct cc *cc, const struct word *w)
{
    if (choose(option_modes, w->arg, &cc->teams_mode))
        return 0;
    return bad_usage(cc, "--teams-mode=%s: modes are auto, spmd and generic", w->arg);
}

static int act_PARALLEL_MODE(struct cc *cc, const struct word *w)
{
    if (choose(option_modes, w->arg, &cc->parallel_mode))
        return 0;
    return bad_usage(cc, "--parallel-mode=%s: modes are auto, spmd and generic", w->arg);
}

static int act_COUNT(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->count = true;
    return 0;
}

static int act_CHECK_RUNTIME(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->check_runtime = true;
    return 0;
}

static int act_RESOURCES(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->resources = true;
    return 0;
}

static int act_EXPLAIN_JSON(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->explain = EXPLAINED_JSON;
    return 0;
}

static int act_EXPLAIN_SARIF(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->explain = EXPLAINED_SARIF;
    return 0;
}

static int act_EXPLAIN_ALL(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->explain_all = true;
    return 0;
}

static int act_SAVE_TEMPS(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->save_temps = true;
    return 0;
}
static int act_BUNDLE(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->bundle = true;
    return 0;
}

static int act_DEVICE_LINK(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->device_link = true;
    return 0;
}

static int act_XTARGET(struct cc *cc, const struct word *w)
{
    (void)w;
    return bad_usage(cc, "%s: per-target flags are not taken; write --offload-arch=sm_NN", "-Xopenmp-target");
}

static int act_OPENMP(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->openmp_given = true;
    cc->no_openmp = false;
    return 0;
}

static int act_OPENMP_LIB(struct cc *cc, const struct word *w)
{
    if (strcmp(w->arg, "libomp") != 0)
        return bad_usage(cc,
                         "-fopenmp=%s: Gantry's programs run on LLVM's OpenMP library, libomp; objects made by gcc "
                         "-fopenmp can be linked with it",
                         w->arg);
    return act_OPENMP(cc, w);
}

static int act_NO_OPENMP(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->no_openmp = true;
    return 0;
}

static int act_STATIC(struct cc *cc, const struct word *w)
{
    return bad_usage(cc,
                     "%s: not possible: the OpenMP library and the drivers of GPUs exist as shared libraries only; "
                     "Gantry's own runtime is linked statically anyway",
                     w->text);
}

static int set_stage(struct cc *cc, enum stage s)
{
    if (s > cc->stage) /* as with clang: of several, the earliest stage wins */
        cc->stage = s;
    return 0;
}
static int act_OBJECT(struct cc *cc, const struct word *w)
{
    (void)w;
    return set_stage(cc, STAGE_OBJECT);
}
static int act_ASM(struct cc *cc, const struct word *w)
{
    (void)w;
    return set_stage(cc, STAGE_ASM);
}
static int act_PREPROCESS(struct cc *cc, const struct word *w)
{
    (void)w;
    return set_stage(cc, STAGE_PREPROCESS);
}
static int act_SYNTAX(struct cc *cc, const struct word *w)
{
    (void)w;
    return set_stage(cc, STAGE_SYNTAX);
}
static int act_EMIT_LLVM(struct cc *cc, const struct word *w)
{
    cc->emit_llvm = true;
    return act_NONE(cc, w);
}
static int act_FILES_ONLY(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->files_only = true;
    return 0;
}
static int act_OUTPUT(struct cc *cc, const struct word *w)
{
    cc->output = w->arg;
    return 0;
}
static int act_LANGUAGE(struct cc *cc, const struct word *w)
{
    cc->x = strcmp(w->arg, "none") == 0 ? NULL : w->arg;
    return 0;
}
static int act_QUERY(struct cc *cc, const struct word *w)
{
    cc->query = true;
    return act_NONE(cc, w);
}
static int act_VERBOSE(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->verbose = true;
    return 0;
}

static int act_MD(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->deps = true;
    return 0;
}
static int act_MMD(struct cc *cc, const struct word *w)
{
    cc->deps_user_only = true;
    return act_MD(cc, w);
}
static int act_M(struct cc *cc, const struct word *w)
{
    keep(cc, w->text, AT_PRE);
    return set_stage(cc, STAGE_DEPENDENCIES);
}
static int act_MM(struct cc *cc, const struct word *w) { return act_M(cc, w); }
static int act_MP(struct cc *cc, const struct word *w)
{
    (void)w;
    cc->deps_phony = true;
    return 0;
}
static int act_MF(struct cc *cc, const struct word *w)
{
    cc->deps_file = w->arg;
    return 0;
}
static int act_MJ(struct cc *cc, const struct word *w)
{
    cc->fragment = w->arg;
    return 0;
}
static int act_MT(struct cc *cc, const struct word *w)
{
    sb_printf(&cc->deps_targets, "%s%s", cc->deps_targets.n ? " " : "", w->arg);
    return 0;
}
static int act_MQ(struct cc *cc, const struct word *w)
{
    struct sb q = {0};
    for (const char *p = w->arg; *p; p++) {
        if (*p == '$')
            sb_addc(&q, '$');
        else if (*p == ' ' || *p == '\t' || *p == '#')
            sb_addc(&q, '\\');
        sb_addc(&q, *p);
    }
    struct word quoted = *w;
    quoted.arg = q.s ? q.s : "";
    act_MT(cc, &quoted);
    sb_free(&q);
    return 0;
}

static int act_INCLUDE(struct cc *cc, const struct word *w)
{
    header_include(cc, w->arg);
    return 0;
}
static int act_INCLUDE_PCH(struct cc *cc, const struct word *w)
{
    header_precompiled(cc, w->arg);
    return 0;
}
static int act_XCLANG(struct cc *cc, const struct word *w) { return header_of_cc1(cc, w->arg) ? 0 : act_NONE(cc, w); }

static int act_LINK_WORD(struct cc *cc, const struct word *w)
{
    vec_push(cc->arena, &cc->links, (struct link_item){w->text, -1});
    if (w->separate)
        vec_push(cc->arena, &cc->links, (struct link_item){w->arg, -1});
    return 0;
}
static int act_LIB_DIR(struct cc *cc, const struct word *w)
{
    ADD(cc, &cc->lib_dirs, w->arg);
    return act_LINK_WORD(cc, w);
}
static int act_LIBRARY(struct cc *cc, const struct word *w)
{
    vec_push(cc->arena, &cc->links, (struct link_item){arena_printf(cc->arena, "-l%s", w->arg), -1});
    return 0;
}
static int act_SHARED(struct cc *cc, const struct word *w)
{
    cc->shared = true;
    return act_NONE(cc, w);
}
static int act_RELOCATABLE(struct cc *cc, const struct word *w)
{
    cc->relocatable = true;
    return act_NONE(cc, w);
}
static int act_NO_PIE(struct cc *cc, const struct word *w)
{
    cc->no_pie = true;
    return act_NONE(cc, w);
}
static int act_NOSTDLIB(struct cc *cc, const struct word *w)
{
    cc->nostdlib = true;
    return act_NONE(cc, w);
}
static int act_FUSE_LD(struct cc *cc, const struct word *w)
{
    cc->fuse_ld = w->arg;
    return act_NONE(cc, w);
}
static int act_OPTIMISE(struct cc *cc, const struct word *w)
{
    cc->opt = w->text;
    return act_NONE(cc, w);
}
static int act_DEBUG(struct cc *cc, const struct word *w)
{
    cc->debug = true;
    return act_NONE(cc, w);
}
static int act_NO_DEBUG(struct cc *cc, const struct word *w)
{
    cc->debug = false;
    return act_NONE(cc, w);
}
static int act_SPLIT(struct cc *cc, const struct word *w)
{
    cc->aux_outputs = true;
    return act_NONE(cc, w);
}
static int act_CONTRACT(struct cc *cc, const struct word *w)
{
    cc->contract = w->text;
    return act_NONE(cc, w);
}
static int act_M32(struct cc *cc, const struct word *w)
{
    cc->m32 = true;
    return act_NONE(cc, w);
}

/* -Wgantry-NAME: an unknown name goes to Clang, which warns of it as of any other. */
static int act_OUR_WARNING(struct cc *cc, const struct word *w)
{
    keep(cc, w->text, warnings_is_flag(w->text) ? AT_DIAG : AT_PRE | AT_HOST);
    return 0;
}
static int act_DIAGNOSTICS(struct cc *cc, const struct word *w)
{
    diag_flag(&cc->diag, w->text);
    return act_NONE(cc, w);
}
/* Clang knows no JSON, and warns that its SARIF may change: for these two formats it does not get the flag, as Gantry
 * prints all messages. */
static int act_FORMAT(struct cc *cc, const struct word *w)
{
    if (!diag_flag(&cc->diag, w->text))
        return bad_usage(cc, "%s: formats are clang, msvc, vi, json and sarif", w->text);
    cc->documents = cc->diag.format >= DIAG_JSON;
    if (cc->documents)
        documents_begin(cc);
    keep(cc, w->text, cc->documents ? AT_DIAG : w->at);
    return 0;
}

static const struct row {
    const char *name;
    enum style style;
    unsigned at;
    action *act;
} rows[] = {
#define OPT(NAME, STYLE, AT, ACT) {NAME, STYLE, AT, act_##ACT},
#include "options.def"
#undef OPT
};

static bool row_fits(const struct row *r, const char *arg)
{
    bool exact = strcmp(arg, r->name) == 0;
    return r->style == FLAG || r->style == NEXT ? exact : str_starts(arg, r->name);
}

/* ---- inputs ---- */
static const struct {
    const char *suffix;
    enum language lang;
} suffixes[] = {
    {".c", LANG_C},       {".i", LANG_C},       {".cpp", LANG_CXX},   {".cc", LANG_CXX},    {".cxx", LANG_CXX},
    {".C", LANG_CXX},     {".c++", LANG_CXX},   {".CPP", LANG_CXX},   {".ii", LANG_CXX},    {".s", LANG_OTHER},
    {".S", LANG_OTHER},   {".sx", LANG_OTHER},  {".f", LANG_OTHER},   {".F", LANG_OTHER},   {".f90", LANG_OTHER},
    {".F90", LANG_OTHER}, {".for", LANG_OTHER}, {".f95", LANG_OTHER}, {".f03", LANG_OTHER}, {".f08", LANG_OTHER},
    {".h", LANG_C},       {".hpp", LANG_CXX},   {".m", LANG_OTHER},   {".ll", LANG_OTHER},  {".bc", LANG_OTHER},
};

static enum language language_of(const struct cc *cc, const char *path)
{
    static const struct {
        const char *x;
        enum language lang;
    } words[] = {
        {"c", LANG_C}, {"cpp-output", LANG_C}, {"c-header", LANG_C}, {"c++", LANG_CXX}, {"c++-header", LANG_CXX}};
    if (cc->x) {
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            if (strcmp(cc->x, words[i].x) == 0)
                return words[i].lang;
        return LANG_OTHER;
    }
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (str_ends(path, suffixes[i].suffix))
            return suffixes[i].lang;
    }
    return LANG_NONE;
}

/* Standard input is read once and kept: several steps need it. */
static const char *stdin_copy(struct cc *cc)
{
    struct sb text = {0};
    char buf[65536];
    size_t n;
    sb_add(&text, "# 1 \"<stdin>\"\n");
    while ((n = fread(buf, 1, sizeof buf, stdin)) > 0)
        sb_addn(&text, buf, n);
    const char *path = temp_path(cc->arena, "stdin", ".c");
    if (!file_write(path, text.s, text.n))
        cannot_write(path);
    sb_free(&text);
    return path;
}

static int add_input(struct cc *cc, const char *name)
{
    struct input in = {.path = name, .name = name, .lang = language_of(cc, name), .x = cc->x};
    in.header = cc->x ? str_ends(cc->x, "-header") : str_ends(name, ".h") || str_ends(name, ".hpp");
    if (strcmp(name, "-") == 0) {
        if (!cc->x && cc->stage != STAGE_PREPROCESS && cc->stage != STAGE_DEPENDENCIES)
            return bad_usage(cc, "%s: standard input needs -E or the language, -x c", "-");
        if (!cc->x)
            in.lang = LANG_C;
        in.path = stdin_copy(cc);
    } else if (access(name, F_OK) != 0) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "no such file or directory: '%s'", name);
        return EXIT_USER;
    }
    vec_push(cc->arena, &cc->links, (struct link_item){name, (int)cc->inputs.n});
    vec_push(cc->arena, &cc->inputs, in);
    return 0;
}

static int parse_word(struct cc *cc, size_t *i)
{
    const char *arg = cc->args.w.v[*i];
    if (arg[0] != '-' || !arg[1] || cc->files_only)
        return add_input(cc, arg[0] == '-' && !arg[1] ? arg : path_as_file(cc->arena, arg));
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct row *r = &rows[k];
        if (!row_fits(r, arg))
            continue;
        struct word w = {.name = r->name, .text = arg, .at = r->at};
        size_t n = strlen(r->name);
        w.separate = r->style == NEXT || (r->style == EITHER && !arg[n]);
        if (w.separate && *i + 1 >= cc->args.w.n)
            return bad_usage(cc, "argument to '%s' is missing", arg);
        w.arg = w.separate ? cc->args.w.v[++*i] : r->style == FLAG ? NULL : arg + n;
        return r->act(cc, &w);
    }
    keep(cc, arg, AT_HOST | AT_LINK);
    return 0;
}

void cc_init(struct cc *cc, struct arena *a)
{
    *cc = (struct cc){.arena = a};
    diag_init(&cc->diag, a, stderr);
    keep(cc, "-D__GANTRY__=1", AT_PRE);
    keep(cc, "-D__GANTRY_VERSION__=" GANTRY_VERSION_NUMBER, AT_PRE);
}

int options_parse(struct cc *cc, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        if (!response_expand(cc, argv[i], 0))
            return EXIT_USAGE;
    }
    int status = 0;
    /* -E first: whether `-` needs a language depends on it, wherever it stands */
    for (size_t i = 0; i < cc->args.w.n; i++) {
        if (strcmp(cc->args.w.v[i], "-E") == 0)
            cc->stage = STAGE_PREPROCESS;
    }
    for (size_t i = 0; i < cc->args.w.n; i++) {
        int s = parse_word(cc, &i);
        status = s > status ? s : status;
    }
    if (status)
        return status;
    if (cc->check) /* omp.h */
        keep(cc, "-D__GANTRY_CHECK__=1", AT_PRE);
    if (!cc->archs_given)
        archs_set(cc, "sm_70", NULL);
    return 0;
}

size_t sources(const struct cc *cc)
{
    size_t n = 0;
    for (size_t i = 0; i < cc->inputs.n; i++)
        n += cc->inputs.v[i].lang != LANG_NONE;
    return n;
}

void flags_at(const struct cc *cc, unsigned at, struct list *out)
{
    for (size_t i = 0; i < cc->flags.n; i++) {
        if (cc->flags.v[i].at & at)
            ADD(cc, out, cc->flags.v[i].text);
    }
}

void flags_for_core(struct cc *cc, struct list *out)
{
    struct list flags = {0};
    flags_at(cc, AT_DIAG, &flags);
    for (size_t i = 0; i < flags.w.n; i++)
        list_add(cc, out, (const char *const[]){"--diag", flags.w.v[i], NULL});
    if (cc->documents)
        list_add(cc, out, (const char *const[]){"--diag", "records", NULL});
}
