/* generate.c: from the preprocessed file to device C and summary, if there is device code, and host C; or to what
 * --dump and explain print. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

#include "../../analysis/analysis.h"
#include "../../annotate/annotate.h"
#include "../../front/front.h"
#include "../../gen/gen.h"
#include "../../region/tree.h"
#include "../dumps.h"

struct wanted {
    const char *path, *name, *include, *text, *device, *host, *summary, *print;
    const char *teams_mode, *parallel_mode; /* NULL: nothing is forced */
    const char *tuned, *tuned_rows;         /* the path of a table of settings, or NULL; what it holds */
    VEC(struct known_region) known;         /* where the text is changed by it: as the regions were known before */
    uint64_t hash;
    const char *constructs, *construct; /* host code of so many constructs only; the file that tells of the last */
    bool no_host_checks, no_host_simd, no_loop_order, no_single_launch, no_narrow, no_rounds, no_apart, no_variants,
        no_acc_proofs, no_acc_steps, no_acc_sections, deterministic, lockstep, debuggable, verify, check, in_place_form,
        openacc;
    bool json, messages, all; /* explain as JSON; only its findings, as messages; as text that is not cut */
    bool only_check;          /* print only Clang's messages about the file, if it has no device code */
};

struct source { /* the preprocessed text */
    char *s;
    size_t len;
};

static bool print_text(bool (*gen)(struct analysis *, struct sb *), struct analysis *a)
{
    struct sb text = {0};
    bool ok = gen(a, &text);
    if (ok && text.n)
        fwrite(text.s, 1, text.n, stdout);
    sb_free(&text);
    return ok;
}

static enum force_mode forced(const char *mode)
{
    return !mode ? FORCE_NOTHING : strcmp(mode, "spmd") == 0 ? FORCE_SPMD : FORCE_GENERIC;
}

static struct analysis_options analysis_options(const struct wanted *w)
{
    return (struct analysis_options){.warn = true,
                                     .host_checks = !w->no_host_checks,
                                     .host_simd = !w->no_host_simd,
                                     .loop_order = !w->no_loop_order,
                                     .narrow = !w->no_narrow,
                                     .rounds = !w->no_rounds,
                                     .apart = !w->no_apart,
                                     .single_launch = !w->no_single_launch,
                                     .variants = !w->no_variants,
                                     .deterministic = w->deterministic,
                                     .lockstep = w->lockstep,
                                     .debuggable = w->debuggable,
                                     .verify = w->verify,
                                     .check = w->check,
                                     .in_place_form = w->in_place_form,
                                     .tuned = w->tuned_rows,
                                     .tuned_path = w->tuned,
                                     .known = w->known.v,
                                     .nknown = w->known.n,
                                     .hash = w->hash,
                                     .teams_mode = forced(w->teams_mode),
                                     .parallel_mode = forced(w->parallel_mode)};
}

/* ---- the text, changed ---- */

static struct diag *quiet_diag(struct arena *a)
{
    struct diag *d = NEW(a, struct diag);
    FILE *nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        internal_error("generate", "cannot open /dev/null");
    diag_init(d, a, nowhere);
    return d;
}

/* The regions as they were before the text is changed */
static void keep_regions(struct wanted *w, struct arena *a, const struct analysis *an)
{
    w->known.n = 0;
    for_each_pointer (struct kernel, k, an->kernels)
        vec_push(a, &w->known,
                 ((struct known_region){k->region->loc, k->identity, k->deeper ? k->trip->nloops : k->clause_loops}));
    w->hash = an->options.hash ? an->options.hash : an->unit->hash;
}

static bool lacks_forms(const struct kernel *k) { return k->clause_loops && k->variants.n < 2 && !k->on_device.march; }

static bool has_all_forms(const struct analysis *an)
{
    for_each_pointer (struct kernel, k, an->kernels)
        if (lacks_forms(k))
            return false;
    return true;
}

static bool is_same_place(struct loc a, struct loc b)
{
    return a.line == b.line && a.col == b.col && a.file && b.file && strcmp(a.file, b.file) == 0;
}

/* Nests that turned out to have one form, as the launch does not know their bounds, stay as the user wrote them. false:
 * all that lack one stayed so already. */
static bool leave_as_they_are(const struct analysis *an, const struct analysis *deeper)
{
    bool some = false;
    for_each_pointer (struct kernel, d, deeper->kernels)
        for_each_pointer (struct kernel, k, an->kernels)
            if (lacks_forms(d) && k->deeper && is_same_place(k->region->loc, d->region->loc)) {
                k->deeper = NULL;
                some = true;
            }
    return some;
}

/* The analysis of the file in which nests are deeper for devices (deeper.c); NULL: none is, or that came to nothing.
 * All that is wrong with the file has been said. */
static struct analysis *deepened(struct wanted *w, struct arena *a, const struct front_options *o, struct source text,
                                 struct analysis *an)
{
    change_list found = {0};
    struct analysis *deeper = NULL;
    struct front_options changed = *o;
    for (size_t i = 0; i < o->nchanges; i++)
        vec_push(a, &found, o->changes[i]);
    changes_deepen(an, &found);
    if (found.n == o->nchanges)
        return NULL;
    keep_regions(w, a, an);
    changed.check = false;
    changed.changes = found.v;
    changed.nchanges = found.n;
    struct analysis_options ao = analysis_options(w);
    ao.warn = false;
    ao.exact_lines = an->options.exact_lines;
    ao.first_constructs = an->options.first_constructs;
    const struct unit *u = front_parse(a, quiet_diag(a), &changed, text.s, text.len);
    if (u && analyse(u, &ao, &deeper)) {
        if (has_all_forms(deeper))
            return deeper;
        if (leave_as_they_are(an, deeper))
            return deepened(w, a, o, text, an);
    }
    for_each_pointer (struct kernel, k, an->kernels)
        k->deeper = NULL;
    return NULL;
}

/* ---- what comes of it ---- */

static bool print_code(const struct wanted *w, struct analysis *a)
{
    unsigned dump = dumps_of(w->print);
    return (!(dump & DUMP_DEVICE) || print_text(gen_device, a)) && (!(dump & DUMP_HOST) || print_text(gen_host, a));
}

static int print(struct wanted *w, struct arena *arena, const struct front_options *o, struct source text,
                 const struct unit *u)
{
    unsigned dump = dumps_of(w->print);
    struct analysis *a = NULL, *deeper;
    if (dump & DUMP_REGIONS)
        region_print(stdout, u);
    if (dump & DUMP_TREE)
        tree_print(stdout, u);
    if (!(dump & ~(unsigned)DUMPS_WITHOUT_ANALYSIS))
        return u->diag->nerrors != 0;
    struct analysis_options ao = analysis_options(w);
    ao.findings = (dump & DUMP_EXPLAIN) != 0;
    if (!analyse(u, &ao, &a))
        return 1;
    deeper = deepened(w, arena, o, text, a);
    if (dump & DUMP_CALLS)
        calls_print(a, stdout);
    if (dump & DUMP_DECISIONS)
        decisions_print(deeper ? deeper : a, stdout);
    if (dump & DUMP_SHARING)
        sharing_print(deeper ? deeper : a, stdout);
    if (dump & DUMP_SETTINGS)
        settings_print(a, stdout);
    if (dump & DUMP_EXPLAIN)
        explain_print(a,
                      w->json       ? EXPLAIN_JSON
                      : w->messages ? EXPLAIN_MESSAGES
                      : w->all      ? EXPLAIN_ALL
                                    : EXPLAIN_TEXT,
                      stdout);
    return (deeper && print_code(w, deeper)) || print_code(w, a) ? 0 : 1;
}

static void put(const char *path, struct sb *text)
{
    if (!file_write(path, text->s ? text->s : "", text->n))
        cannot_write(path);
    sb_free(text);
}

static void put_construct(const struct wanted *w, const struct analysis *a)
{
    unsigned n = 0;
    const struct region *r = gen_host_construct(a, (unsigned)atoi(w->constructs), &n);
    struct sb text = {0};
    sb_printf(&text, "%u %d %d\n%s\n%s", n, r ? r->loc.line : 0, r ? r->loc.col : 0, r ? r->loc.file : "",
              r ? r->pragma : "");
    put(w->construct, &text);
}

static bool write_code(const struct wanted *w, struct analysis *a)
{
    const struct unit *u = a->unit;
    struct sb device = {0}, host = {0}, summary = {0};
    bool ok = gen_device(a, &device) && gen_host(a, &host) && u->diag->nerrors == 0;
    if (ok && w->device && u->has_device_code) {
        gen_summary(a, &summary);
        put(w->device, &device);
        put(w->summary, &summary);
    }
    if (ok && w->host)
        put(w->host, &host);
    if (ok && w->construct)
        put_construct(w, a);
    return ok;
}

static int write_all(struct wanted *w, struct arena *arena, const struct front_options *o, struct source text,
                     const struct unit *u)
{
    struct analysis *a = NULL, *deeper;
    struct analysis_options ao = analysis_options(w);
    ao.exact_lines = true;
    ao.first_constructs = w->constructs ? &(unsigned){(unsigned)atoi(w->constructs)} : NULL;
    if (!analyse(u, &ao, &a))
        return 1;
    deeper = deepened(w, arena, o, text, a);
    return (deeper && write_code(w, deeper)) || write_code(w, a) ? 0 : 1;
}

/* Has the table settings that are directives (analysis/plan/changes.c)? */
static bool changes_text(const char *rows)
{
    static const char *const settings[] = {" collapse=", " tile=", " unroll=", " nowait="};
    for (size_t i = 0; rows && i < sizeof settings / sizeof *settings; i++)
        if (strstr(rows, settings[i]))
            return true;
    return false;
}

/* The file as it is says by what its regions are known, and which changes of its text keep the meaning. Nothing is
 * reported: what is wrong with it, the parse of the changed text will say. */
static void find_changes(struct wanted *w, struct arena *a, struct front_options *o, struct source text)
{
    struct front_options as_it_is = *o;
    struct analysis *an = NULL;
    change_list found = {0};
    as_it_is.check = false;
    const struct unit *u = front_parse(a, quiet_diag(a), &as_it_is, text.s, text.len);
    struct analysis_options ao = analysis_options(w);
    ao.warn = false;
    if (u && analyse(u, &ao, &an)) {
        changes_find(an, &found);
        for_each_pointer (struct kernel, k, an->kernels)
            k->deeper = NULL; /* what is measured comes first */
        if (found.n)
            keep_regions(w, a, an);
    }
    o->changes = found.v;
    o->nchanges = found.n;
}

static int generate(struct wanted *w, struct arena *a, struct diag *d, struct front_options *o)
{
    struct source text = {0};
    text.s = file_read(a, w->text, &text.len);
    if (!text.s)
        internal_error("generate", "cannot read %s", w->text);
    if (o->openacc && !w->no_acc_proofs && front_asks_for_facts(text.s, text.len))
        core_find_facts(a, o, text.s, text.len);
    if (changes_text(w->tuned_rows))
        find_changes(w, a, o, text);
    const struct unit *u = front_parse(a, d, o, text.s, text.len);
    if (!u)
        return 1;
    return w->print ? print(w, a, o, text, u) : write_all(w, a, o, text, u);
}

static void read_tuned(struct wanted *w, struct arena *a)
{
    size_t len;
    w->tuned_rows = w->tuned ? file_read(a, w->tuned, &len) : NULL;
    if (w->tuned && !w->tuned_rows)
        internal_error("generate", "cannot read %s", w->tuned);
}

int core_generate(int argc, char **argv)
{
    struct wanted w = {0};
    const char *ignored;
    const struct word_row rows[] = {
        {"--path", &w.path, NULL},
        {"--name", &w.name, NULL},
        {"--include", &w.include, NULL},
        {"--text", &w.text, NULL},
        {"--device", &w.device, NULL},
        {"--host", &w.host, NULL},
        {"--summary", &w.summary, NULL},
        {"--print", &w.print, NULL},
        {"--teams-mode", &w.teams_mode, NULL},
        {"--parallel-mode", &w.parallel_mode, NULL},
        {"--tuned", &w.tuned, NULL},
        {"--no-host-checks", NULL, &w.no_host_checks},
        {"--no-host-simd", NULL, &w.no_host_simd},
        {"--no-loop-order", NULL, &w.no_loop_order},
        {"--no-narrow", NULL, &w.no_narrow},
        {"--no-acc-proofs", NULL, &w.no_acc_proofs},
        {"--no-acc-steps", NULL, &w.no_acc_steps},
        {"--no-acc-sections", NULL, &w.no_acc_sections},
        {"--no-rounds", NULL, &w.no_rounds},
        {"--no-apart", NULL, &w.no_apart},
        {"--no-single-launch", NULL, &w.no_single_launch},
        {"--no-variants", NULL, &w.no_variants},
        {"--deterministic", NULL, &w.deterministic},
        {"--lockstep", NULL, &w.lockstep},
        {"--constructs", &w.constructs, NULL},
        {"--construct", &w.construct, NULL},
        {"--debuggable", NULL, &w.debuggable},
        {"--verify", NULL, &w.verify},
        {"--check", NULL, &w.check},
        {"--in-place-form", NULL, &w.in_place_form},
        {"--openacc", NULL, &w.openacc},
        {"--json", NULL, &w.json},
        {"--messages", NULL, &w.messages},
        {"--all", NULL, &w.all},
        {"--only-check", NULL, &w.only_check},
        {CORE_DIAG, &ignored, NULL},
    };
    int rest = core_words(argc, argv, rows, sizeof rows / sizeof rows[0]);
    struct arena *a = arena_new();
    struct diag d;
    core_diag(&d, a, argc, argv);
    read_tuned(&w, a);
    struct front_options o = {.path = w.path,
                              .cflags = (const char *const *)argv + rest,
                              .include_dir = w.include,
                              .layouts = w.verify || w.check,
                              .dependences = w.check,
                              .openacc = w.openacc,
                              .no_acc_steps = w.no_acc_steps,
                              .no_acc_sections = w.no_acc_sections,
                              .check = true};
    int status = w.only_check ? !front_check(a, &d, &o) : generate(&w, a, &d, &o);
    diag_finish(&d);
    if (fflush(stdout) || ferror(stdout))
        cannot_write("standard output");
    arena_free(a);
    return status;
}
